import type { Selectable } from 'kysely';
import type { BillingStatus } from '#domain/billing.ts';
import { Refusal } from '#domain/errors.ts';
import type { Facts } from '#domain/facts.ts';
import type { MilestoneStatus } from '#domain/milestone-status.ts';
import { inReview } from '../billing/reviews.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';

export type TicketRow = Selectable<DB['tickets']>;

/** A milestone with what its billing record says. */
export interface PlannedMilestone {
  id: string;
  title: string;
  status: MilestoneStatus;
  position: number;
  hourly_rate_cents: number;
  cost_cents: number;
  billing_record_id: string | null;
  billing: BillingStatus | null;
  /** Moderators look at its payment, so that it stays held. */
  in_review: boolean;
}

/** A request whose row is locked, with its plan: nobody else changes either until we are done. */
export interface LockedTicket {
  ticket: TicketRow;
  milestones: PlannedMilestone[];
}

/**
 * Locks a request. Its row guards all that belongs to it (plan, money, discussion), so every
 * change takes this one lock first and no two of them can wait for each other.
 * @throws Refusal `not_found`
 */
export async function lockTicket(tx: Tx, id: string): Promise<LockedTicket> {
  return { ticket: await lockTicketRow(tx, id), milestones: await planOf(tx, id) };
}

/**
 * Locks a request for a change that does not ask about its plan, such as a message.
 * @throws Refusal `not_found`
 */
export async function lockTicketRow(tx: Tx, id: string): Promise<TicketRow> {
  const ticket = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) throw new Refusal('not_found');
  return ticket;
}

/**
 * Locks the request that a milestone belongs to.
 * @throws Refusal `not_found`
 */
export async function lockTicketOfMilestone(tx: Tx, milestoneId: string): Promise<LockedTicket> {
  const found = await tx
    .selectFrom('milestones')
    .select('ticket_id')
    .where('id', '=', milestoneId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return lockTicket(tx, found.ticket_id);
}

function planOf(tx: Tx, ticketId: string): Promise<PlannedMilestone[]> {
  return tx
    .selectFrom('milestones as m')
    .leftJoin('billing_records as b', 'b.milestone_id', 'm.id')
    .select(['m.id', 'm.title', 'm.status', 'm.position', 'm.hourly_rate_cents', 'm.cost_cents'])
    .select(['b.id as billing_record_id', 'b.status as billing', inReview.as('in_review')])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
}

/** How many requests a developer has reserved and not grabbed. */
export async function reservationsHeld(db: Reader, developerId: string): Promise<number> {
  const { held } = await db
    .selectFrom('tickets')
    .select((query) => query.fn.countAll<number>().as('held'))
    .where('developer_id', '=', developerId)
    .where('reserved_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return held;
}

/** Whether the account of one of the two sides is suspended. */
export async function isSideSuspended(
  db: Reader,
  ticket: Pick<TicketRow, 'customer_id' | 'developer_id'>,
): Promise<boolean> {
  const sides = [ticket.customer_id, ticket.developer_id].filter((id) => id !== null);
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', sides)
    .where('banned_until', '>', new Date())
    .executeTakeFirst();
  return found !== undefined;
}

/** What the rules look at, from locked rows. */
export function factsOf(
  { ticket, milestones }: LockedTicket,
  about: {
    milestoneId?: string | undefined;
    message?: Facts['message'];
    payment?: Facts['payment'];
    reservationsHeld?: number;
    suspended?: boolean;
    money?: Pick<Facts, 'money_left' | 'disputed'>;
  },
): Facts {
  const milestone = milestones.find(({ id }) => id === about.milestoneId);
  return {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    has_developer: ticket.developer_id !== null,
    reservations_held: about.reservationsHeld ?? 0,
    milestones,
    ...(milestone && { milestone }),
    ...(about.message && { message: about.message }),
    ...(about.payment && { payment: about.payment }),
    ...(about.suspended && { side_suspended: true }),
    ...about.money,
  };
}
