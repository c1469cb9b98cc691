import { categoryLabels } from '#domain/category.ts';
import { notificationsOf } from '#domain/mail-preferences.ts';
import { type Notice, type NoticeLetter, noticeRules } from '#domain/notification-rules.ts';
import { paths } from '#domain/paths.ts';
import { fullName } from '#domain/profile.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import { turn } from '#domain/turn.ts';
import type { Change, NoticeAbout } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import type { Letter } from '../mail/letter.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { teamAddress } from '../mail/team-address.ts';
import { moderatorAddresses, moderators } from './moderators.ts';
import { notify } from './notify.ts';

/**
 * Tells of a step whom it concerns, other than who took it: in their lists of notifications and, where
 * the notice has a mail and they want it, through the outbox.
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
  await notify(change, { kind: notice, to, ticketId: ticket.id, milestoneId });
  const { letter, to: audience } = noticeRules[notice];
  if (!letter) return;
  if (audience === 'moderators') await mailModerators(change, { notice, letter, about });
  else for (const id of to) await mailSide(change, { notice, letter, about, id });
}

async function audienceOf(
  change: Change,
  notice: Notice,
  { ticket, actor, developerBefore = null }: NoticeAbout,
): Promise<(string | null)[]> {
  const { customer_id, developer_id } = ticket;
  switch (noticeRules[notice].to) {
    case 'customer':
      return [customer_id];
    case 'developer':
      return [developer_id];
    case 'other':
      return typeof actor !== 'string' && actor.id === customer_id ? [developer_id] : [customer_id];
    case 'sides':
      return [customer_id, developer_id ?? developerBefore];
    case 'moderators':
      return (await moderators(change)).map(({ id }) => id);
  }
}

interface Mailing {
  notice: Notice;
  letter: NoticeLetter;
  about: NoticeAbout;
}

const CHOICE = 'In your account you can choose which of these mails you get.';

async function mailSide(
  change: Change,
  { letter, about, notice, id }: Mailing & { id: string },
): Promise<void> {
  const found = await change.tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['u.email', 'p.notifications'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  const { choice } = letter;
  if (!found || (choice && !notificationsOf(found.notifications)[choice])) return;
  const side = id === about.ticket.customer_id ? 'customer' : 'developer';
  const url = paths.plan(side, about.ticket.id);
  await enqueueMail(change, {
    ...wordsOf(letter, about),
    kind: notice,
    to: found.email,
    ...(choice && { choice: { personId: id, kind: choice }, notes: [CHOICE] }),
    button: { label: letter.button, url },
    progress: progressFor(side, about),
  });
}

async function mailModerators(change: Change, { letter, about, notice }: Mailing): Promise<void> {
  const { ticket, messageId } = about;
  for (const to of await moderatorAddresses(change)) {
    await enqueueMail(change, {
      ...wordsOf(letter, about),
      kind: notice,
      to,
      facts: [...(messageId ? [['Message', messageId] as const] : []), ['Request', ticket.id]],
      button: { label: letter.button, url: paths.moderation() },
      progress: progressFor('moderator', about),
    });
  }
}

function wordsOf({ subject, paragraphs }: NoticeLetter, { ticket }: NoticeAbout) {
  const { title } = splitDescription(ticket.description);
  const fill = (words: string) =>
    words.replace('{number}', shortId(ticket.id)).replace('{title}', () => title);
  return { subject: fill(subject), paragraphs: paragraphs.map(fill) };
}

function progressFor(
  relation: 'customer' | 'developer' | 'moderator',
  { ticket: { status, developer_id } }: NoticeAbout,
): NonNullable<Letter['progress']> {
  const situation = { status, reserved: developer_id !== null, counterpart: null };
  return { status, turn: turn({ ...situation, relation }) };
}

/** 'New Request Created', to the team. Source: specification 7.3. */
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
      ['Categories', ticket.categories.map((category) => categoryLabels[category]).join(', ')],
      ['Budget', ticket.budget],
      ['Description', ticket.description],
    ],
  });
}
