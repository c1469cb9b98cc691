import { sql } from 'kysely';
import { categoryWords } from '#domain/category.ts';
import { figuresNote } from '#domain/figures.ts';
import { isStopped } from '#domain/mail-preferences.ts';
import type { NoticeLetter } from '#domain/notice-rule.ts';
import { type Notice, noticeRules } from '#domain/notification-rules.ts';
import { paths } from '#domain/paths.ts';
import { withoutMarks } from '#domain/plain-text.ts';
import { fullName } from '#domain/profile.ts';
import {
  developersMoved,
  heldWords,
  NO_MONEY,
  NOTHING_MOVED,
  stepPlaces,
} from '#domain/record-money.ts';
import type { StepMoney, StepPlaces } from '#domain/record-money-schemas.ts';
import { shortId } from '#domain/ticket-words.ts';
import { caseChanged } from '../database/live-event.ts';
import { moneyNow, moneyOfMilestone, moneyOfTickets } from '../ledger/record-money.ts';
import type { Change, NoticeAbout } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { progressFor, progressOf } from '../lifecycle/turns.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { requestTitle } from '../mail/request-title.ts';
import { teamAddress } from '../mail/team-address.ts';
import { mailModerators, moderators } from './moderators.ts';
import { notify } from './notify.ts';

/**
 * Notifies everybody whom a step concerns, except its actor: in their lists and, where the notice
 * has a mail that they want, by mail.
 */
export async function sendNotice(
  change: Change,
  notice: Notice,
  about: NoticeAbout,
): Promise<void> {
  const { ticket, actor, milestoneId } = about;
  const actorId = typeof actor === 'string' ? null : actor.id;
  const concerned = await audienceOf(change, notice, about);
  const to = concerned.filter((id) => id !== null).filter((id) => id !== actorId);
  const { letter, to: audience } = noticeRules[notice];
  const money = await moneyToTell(change, notice, about);
  await notify(change, { kind: notice, to, ticketId: ticket.id, milestoneId, money });
  if (audience === 'moderators') change.tell(caseChanged(ticket.id));
  if (!letter) return;
  if (audience === 'moderators') await mailQueue(change, { notice, letter, about });
  else for (const id of to) await mailSide(change, { notice, letter, about, money, id });
}

async function moneyToTell(
  change: Change,
  notice: Notice,
  { ticket, milestoneId, money = null }: NoticeAbout,
): Promise<StepMoney | null> {
  switch (noticeRules[notice].money) {
    case 'held':
      return heldOf(change, ticket);
    case 'milestone':
      return milestoneId === undefined ? null : placeOf(change, milestoneId);
    default:
      return money;
  }
}

/** Where a milestone's money is now; what a moderator split was released before it is approved. */
async function placeOf({ tx }: Change, milestoneId: string): Promise<StepMoney | null> {
  const money = await moneyOfMilestone(tx, milestoneId);
  return money && { ...money.now, ...(money.waiting && { waiting: money.waiting }) };
}

async function heldOf({ tx }: Change, { id }: TicketRow): Promise<StepMoney> {
  const { price_cents, paid_cents, shares } = moneyNow(await moneyOfTickets(tx, [id]));
  return { ...NOTHING_MOVED, price_cents, paid_cents, shares };
}

/** One person's notification, for mails that repeat it: those about a milestone. */
async function lineOf(
  { tx }: Change,
  { notice, letter, about }: Mailing,
  money: StepPlaces | null,
): Promise<string> {
  const { says } = noticeRules[notice];
  if (typeof says === 'string') return says;
  if (!letter.paragraphs.some((words) => words.includes('{says}'))) return '';
  const milestone =
    about.milestoneId === undefined
      ? undefined
      : await tx
          .selectFrom('milestones')
          .select(['title', 'started_at', sql<Date>`now()`.as('now')])
          .where('id', '=', about.milestoneId)
          .executeTakeFirst();
  const { title = null, started_at = null, now = null } = milestone ?? {};
  return says({
    milestone_title: title,
    person_name: null,
    count: 1,
    money,
    milestone_begun: started_at !== null && now !== null && started_at < now,
  });
}

async function audienceOf(
  change: Change,
  notice: Notice,
  about: NoticeAbout,
): Promise<(string | null)[]> {
  const { ticket, actor, developerBefore = null, people = [] } = about;
  const { customer_id, developer_id } = ticket;
  switch (noticeRules[notice].to) {
    case 'customer':
      return [customer_id];
    case 'developer':
      return [developer_id ?? developerBefore];
    case 'other':
      return typeof actor !== 'string' && actor.id === customer_id ? [developer_id] : [customer_id];
    case 'sides':
      // The step names whose payment it was: another developer may have the request by now.
      if (notice === 'payment_lost') return [customer_id, ...people];
      if (notice === 'moderator_decided') return [customer_id, ...concernedBy(about)];
      return [customer_id, developer_id ?? developerBefore];
    case 'named':
      return [...people];
    case 'moderators':
      return (await moderators(change)).map(({ id }) => id);
  }
}

/** The developers whom a decision concerns: who lost the request earlier, in place of who has it now. */
function concernedBy({
  ticket,
  concerns,
  money = null,
  developerBefore = null,
}: NoticeAbout): (string | null)[] {
  const moved = money === null ? [] : developersMoved(money);
  const concerned = new Set([...(concerns ?? []), ...moved]);
  return concerns || concerned.size > 0 ? [...concerned] : [ticket.developer_id ?? developerBefore];
}

interface Mailing {
  notice: Notice;
  letter: NoticeLetter;
  about: NoticeAbout;
}

const CHOICE = 'In your account you can choose which of these mails you get.';

async function mailSide(
  change: Change,
  { letter, about, notice, money, id }: Mailing & { money: StepMoney | null; id: string },
): Promise<void> {
  const found = await change.tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['u.email', 'p.notifications'])
    .where('p.id', '=', id)
    // Suspended people get a mail of their own about that.
    .where(sql<boolean>`coalesce(u.banned_until, '-infinity') < now()`)
    .executeTakeFirst();
  const { choice } = letter;
  if (!found || (choice && isStopped(found.notifications, choice))) return;
  const side = id === about.ticket.customer_id ? 'customer' : 'developer';
  const isAway = noticeRules[notice].at === 'available' && side === 'developer';
  const url = isAway ? paths.available() : paths.plan(side, about.ticket.id);
  const places = stepPlaces({ side, id }, money);
  const says = await lineOf(change, { notice, letter, about }, places);
  const { notes, ...words } = wordsOf(letter, about, { money: places, says });
  await enqueueMail(change, {
    ...words,
    ...(about.lists && { lists: about.lists }),
    ...(about.words && { quote: withoutMarks(about.words) }),
    kind: notice,
    to: found.email,
    ...(choice && { choice: { personId: id, kind: choice } }),
    notes: [
      ...notes,
      ...(side === 'developer' && letter.figures ? [figuresNote(letter.figures)] : []),
      ...(choice ? [CHOICE] : []),
    ],
    button: { label: letter.button, url },
    ...(await progressFor(change.tx, about.ticket, id)),
  });
}

async function mailQueue(change: Change, { letter, about, notice }: Mailing): Promise<void> {
  const { ticket, messageId } = about;
  await mailModerators(change, {
    ...wordsOf(letter, about),
    kind: notice,
    facts: [...(messageId ? [['Message', messageId] as const] : []), ['Request', ticket.id]],
    button: {
      label: letter.button,
      url: messageId ? paths.moderation() : paths.moderatedRequest(ticket.id),
    },
    progress: await progressOf(change.tx, ticket, 'moderator'),
  });
}

/** Paragraphs left out where these are empty. */
const OPTIONAL = ['left', 'accepts', 'plan', 'change'];

function wordsOf(
  { subject, paragraphs, after }: NoticeLetter,
  { ticket, blanks = {} }: NoticeAbout,
  { money = null, says = '' }: { money?: StepPlaces | null; says?: string } = {},
) {
  const held = `${heldWords(money ?? NO_MONEY)}.`;
  const filled: Record<string, string> = {
    ...blanks,
    number: shortId(ticket.id),
    title: requestTitle(ticket),
    held,
    says,
  };
  const fill = (words: string) =>
    words.replaceAll(/\{(\w+)\}/g, (blank, name) => filled[name] ?? blank);
  const empty = OPTIONAL.filter((blank) => !filled[blank]);
  const told = paragraphs.filter((each) => !empty.some((blank) => each.includes(`{${blank}}`)));
  return {
    subject: fill(subject),
    paragraphs: told.map(fill),
    notes: after === undefined ? [] : [fill(after)],
  };
}

/** 'New Request Created', for the team. Source: specification 7.3. */
export async function sendNewRequest(change: Change, ticket: TicketRow): Promise<void> {
  const customer = await change.tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['u.email', 'p.first_name', 'p.last_name'])
    .where('p.id', '=', ticket.customer_id)
    .executeTakeFirstOrThrow();
  await enqueueMail(change, {
    kind: 'new_request',
    to: teamAddress(change.config),
    subject: 'New Request Created',
    paragraphs: ['A customer has posted a request.'],
    facts: [
      ['Name', fullName(customer, 'Customer')],
      ['Email', customer.email],
      ['Categories', categoryWords(ticket.categories)],
      ['Budget', ticket.budget],
      ['Description', withoutMarks(ticket.description)],
    ],
  });
}
