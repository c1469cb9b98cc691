import type { Notice } from '#domain/lifecycle.ts';
import { fullName } from '#domain/profile.ts';
import { categoryLabels, shortId, splitDescription } from '#domain/ticket.ts';
import type { Change } from '../change.ts';
import type { Tx } from '../database/database.ts';
import type { TicketRow } from '../tickets/locked.ts';
import type { Actor } from '../tickets/perform.ts';
import { enqueueMail, type Letter } from './outbox.ts';

export interface NoticeAbout {
  ticket: TicketRow;
  actor: Actor;
  /** Of a `message_reported`. */
  messageId?: string | undefined;
}

interface Person {
  id: string;
  email: string;
  user_type: string;
  first_name: string | null;
  last_name: string | null;
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
    write: ({ ticket, messageId }) => ({
      subject: 'Message Reported',
      paragraphs: [`Message ${messageId ?? ''} of request ${ticket.id} was reported.`],
    }),
  },
};

/** Puts the mail of a step into the outbox. Nobody to send it to: there is no mail. */
export async function sendNotice(
  change: Change,
  notice: Notice,
  about: NoticeAbout,
): Promise<void> {
  const { to, write } = notices[notice];
  const letter = write(about, change.config.publicUrl);
  for (const email of await recipients(change, to, about)) {
    await enqueueMail(change, { kind: notice, to: email, ...letter });
  }
}

/** 'New Request Created', to the team. Source: specification 7.3. */
export async function sendNewRequest(change: Change, ticket: TicketRow): Promise<void> {
  const [customer] = await people(change.tx, [ticket.customer_id]);
  await enqueueMail(change, {
    kind: 'new_request',
    to: teamAddress(change),
    subject: 'New Request Created',
    paragraphs: [
      `Name: ${customer ? fullName(customer, 'Customer') : 'Customer'}`,
      `Email: ${customer?.email ?? ''}`,
      `Description: ${ticket.description}`,
      `Categories: ${ticket.categories.map((category) => categoryLabels[category]).join(', ')}`,
      `Budget: ${ticket.budget}`,
    ],
  });
}

async function recipients(
  change: Change,
  to: 'customer' | 'other' | 'moderators',
  { ticket, actor }: NoticeAbout,
): Promise<string[]> {
  if (to === 'moderators') return moderators(change);
  const actorId = typeof actor === 'string' ? null : actor.id;
  const other = actorId === ticket.customer_id ? ticket.developer_id : ticket.customer_id;
  const id = to === 'customer' ? ticket.customer_id : other;
  return id === null ? [] : (await people(change.tx, [id])).map(({ email }) => email);
}

async function moderators(change: Change): Promise<string[]> {
  const found = await change.tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select('u.email')
    .where('p.user_type', '=', 'moderator')
    .execute();
  return found.length > 0 ? found.map(({ email }) => email) : [teamAddress(change)];
}

/** Where the team reads its mail: the address that our own mails come from. */
function teamAddress({ config }: Change): string {
  return /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom;
}

function people(tx: Tx, ids: string[]): Promise<Person[]> {
  return tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['p.id', 'u.email', 'p.user_type', 'p.first_name', 'p.last_name'])
    .where('p.id', 'in', ids)
    .execute();
}
