import type { Notice } from '#domain/lifecycle.ts';
import { notificationsOf } from '#domain/notifications.ts';
import { fullName } from '#domain/profile.ts';
import { categoryLabels, shortId, splitDescription } from '#domain/ticket.ts';
import { turn } from '#domain/turn.ts';
import type { Change } from '../change.ts';
import type { TicketRow } from '../tickets/locked.ts';
import type { Actor } from '../tickets/perform.ts';
import type { Letter } from './letter.ts';
import { enqueueMail } from './outbox.ts';
import { teamAddress } from './team-address.ts';

export interface NoticeAbout {
  ticket: TicketRow;
  actor: Actor;
  /** Of a `message_reported`. */
  messageId?: string | undefined;
}

/** Somebody who is told, and what they are to the request. */
interface Recipient {
  email: string;
  relation: 'customer' | 'developer' | 'moderator';
}

type Write = (about: NoticeAbout, publicUrl: string) => Omit<Letter, 'to' | 'kind'>;

const planUrl = (publicUrl: string, ticket: TicketRow) =>
  `${publicUrl}/dashboard/customer/plan/${ticket.id}`;

/** The mails of specification 7.3 that steps of the lifecycle send. */
const notices: Record<Notice, { to: 'customer' | 'other' | 'moderators'; write: Write }> = {
  request_assigned: {
    to: 'customer',
    write: ({ ticket }, publicUrl) => ({
      subject: `Request #${shortId(ticket.id)} has been assigned`,
      paragraphs: [
        `An unblocker has taken your request "${splitDescription(ticket.description).title}".`,
        'They now make a plan with milestones and prices. You will hear from us when it is ready for your review.',
      ],
      button: { label: 'View your request', url: planUrl(publicUrl, ticket) },
    }),
  },
  plan_submitted: {
    to: 'customer',
    write: ({ ticket }, publicUrl) => ({
      subject: `Request #${shortId(ticket.id)} - Plan Submitted for Review`,
      paragraphs: ['Your unblocker has made a plan. Approve it, or ask for changes.'],
      button: { label: 'Review the plan', url: planUrl(publicUrl, ticket) },
    }),
  },
  milestone_ready: {
    to: 'customer',
    write: ({ ticket }, publicUrl) => ({
      subject: `Request #${shortId(ticket.id)} - Milestone Ready for Review`,
      paragraphs: [
        'Your unblocker has delivered a milestone. Look at it, then approve it or send it back.',
      ],
      button: { label: 'Review the milestone', url: planUrl(publicUrl, ticket) },
    }),
  },
  new_message: {
    to: 'other',
    write: ({ ticket }, publicUrl) => ({
      subject: `New message for request #${shortId(ticket.id)}`,
      paragraphs: ['There is a new message for you.'],
      button: { label: 'Open the discussion', url: `${publicUrl}/discussions/${ticket.id}` },
    }),
  },
  message_reported: {
    to: 'moderators',
    write: ({ ticket, messageId }, publicUrl) => ({
      subject: 'Message Reported',
      paragraphs: ['A message was reported. Please look into it.'],
      facts: [
        ['Message', messageId ?? ''],
        ['Request', ticket.id],
      ],
      button: { label: 'Open the reports', url: `${publicUrl}/moderation` },
    }),
  },
};

/** Puts the mail of a step into the outbox. Nobody to send it to, or not wanted: there is no mail. */
export async function sendNotice(
  change: Change,
  notice: Notice,
  about: NoticeAbout,
): Promise<void> {
  const { write } = notices[notice];
  const letter = write(about, change.config.publicUrl);
  const { status, developer_id } = about.ticket;
  const situation = { status, reserved: developer_id !== null, counterpart: null };
  const found =
    notice === 'message_reported' ? await moderators(change) : await side(change, notice, about);
  for (const { email, relation } of found) {
    await enqueueMail(change, {
      ...letter,
      ...{ kind: notice, to: email },
      progress: { status, turn: turn({ ...situation, relation }) },
      ...(relation !== 'moderator' && { notes: [CHOICE] }),
    });
  }
}

const CHOICE = 'In your account you can choose which of these mails you get.';

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

/** The customer, or whoever is across from the actor, where they want this kind of mail. */
async function side(
  { tx }: Change,
  notice: Exclude<Notice, 'message_reported'>,
  { ticket, actor }: NoticeAbout,
): Promise<Recipient[]> {
  const isFromCustomer = typeof actor !== 'string' && actor.id === ticket.customer_id;
  const toDeveloper = notices[notice].to === 'other' && isFromCustomer;
  const id = toDeveloper ? ticket.developer_id : ticket.customer_id;
  if (id === null) return [];
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['u.email', 'p.notifications'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!found || !notificationsOf(found.notifications)[notice]) return [];
  return [{ email: found.email, relation: toDeveloper ? 'developer' : 'customer' }];
}

async function moderators({ tx, config }: Change): Promise<Recipient[]> {
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select('u.email')
    .where('p.user_type', '=', 'moderator')
    .execute();
  const emails = found.length > 0 ? found.map(({ email }) => email) : [teamAddress(config)];
  return emails.map((email) => ({ email, relation: 'moderator' }));
}
