import { categoryLabels } from '#domain/category.ts';
import { isMailed, type MailedNotice, type Notice, noticeRules } from '#domain/notice.ts';
import { notificationsOf } from '#domain/notifications.ts';
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

type Write = (about: NoticeAbout) => Omit<Letter, 'to' | 'kind' | 'choice'>;

const planUrl = (ticket: TicketRow) => paths.plan('customer', ticket.id);

/** The mails of specification 7.3 that steps of the lifecycle send. */
const letters: Record<MailedNotice, Write> = {
  request_assigned: ({ ticket }) => ({
    subject: `Request #${shortId(ticket.id)} has been assigned`,
    paragraphs: [
      `An unblocker has taken your request "${splitDescription(ticket.description).title}".`,
      'They now make a plan with milestones and prices. You will hear from us when it is ready for your review.',
    ],
    button: { label: 'View your request', url: planUrl(ticket) },
  }),
  plan_submitted: ({ ticket }) => ({
    subject: `Request #${shortId(ticket.id)} - Plan Submitted for Review`,
    paragraphs: ['Your unblocker has made a plan. Approve it, or ask for changes.'],
    button: { label: 'Review the plan', url: planUrl(ticket) },
  }),
  milestone_ready: ({ ticket }) => ({
    subject: `Request #${shortId(ticket.id)} - Milestone Ready for Review`,
    paragraphs: [
      'Your unblocker has delivered a milestone. Look at it, then approve it or send it back.',
    ],
    button: { label: 'Review the milestone', url: planUrl(ticket) },
  }),
  message_reported: ({ ticket, messageId }) => ({
    subject: 'Message Reported',
    paragraphs: ['A message was reported. Please look into it.'],
    facts: [
      ['Message', messageId ?? ''],
      ['Request', ticket.id],
    ],
    button: { label: 'Open the reports', url: paths.moderation() },
  }),
};

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
  if (!isMailed(notice)) return;
  const letter = letters[notice](about);
  if (notice === 'message_reported') await mailModerators(change, { letter, about });
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
  letter: ReturnType<Write>;
  about: NoticeAbout;
}

interface SideMailing extends Mailing {
  notice: Exclude<MailedNotice, 'message_reported'>;
  id: string;
}

const CHOICE = 'In your account you can choose which of these mails you get.';

/** The customer: no other side has a mail of its own. */
async function mailSide(change: Change, { letter, about, notice, id }: SideMailing): Promise<void> {
  const found = await change.tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['u.email', 'p.notifications'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!found || !notificationsOf(found.notifications)[notice]) return;
  await enqueueMail(change, {
    ...letter,
    ...{ kind: notice, to: found.email, choice: { personId: id, kind: notice } },
    progress: progressFor('customer', about),
    notes: [CHOICE],
  });
}

async function mailModerators(change: Change, { letter, about }: Mailing): Promise<void> {
  for (const to of await moderatorAddresses(change)) {
    const progress = progressFor('moderator', about);
    await enqueueMail(change, { ...letter, kind: 'message_reported', to, progress });
  }
}

function progressFor(
  relation: 'customer' | 'moderator',
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
