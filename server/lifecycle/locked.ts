import { CompiledQuery, type Selectable } from 'kysely';
import type { BillingStatus } from '#domain/billing.ts';
import { DROPPED_WITHIN_HOURS } from '#domain/limits.ts';
import type { MilestoneStatus } from '#domain/milestone-status.ts';
import { Refusal } from '#domain/refusals.ts';
import { type Sides, sidesOf } from '#domain/relation.ts';
import type { Facts } from '#domain/rule-facts.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { inReview } from '../ledger/records.ts';

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
  /** Of its cost: accepted, and released once they have looked at it. */
  awarded_cents: number | null;
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
    .select('b.awarded_cents')
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
}

/** Requests that a developer has reserved, and those that they reserved today and left. */
export type Reservations = Pick<Facts, 'reservations_held' | 'reservations_dropped'>;

/** SQL columns with the reservations of a developer, whose id the expression gives. */
export const reservationsSql = (developer: string) => `
  (select count(*) from tickets
    where developer_id = ${developer} and reserved_until is not null) as reservations_held,
  (select count(*) from ticket_history reserved
    left join tickets t on t.id = reserved.ticket_id and t.developer_id = reserved.actor_id
    where reserved.actor_id = ${developer} and reserved.action = 'reserve'
      and reserved.created_at > now() - interval '${DROPPED_WITHIN_HOURS} hours' and t.id is null
      and not exists (select from ticket_history grabbed
        where grabbed.ticket_id = reserved.ticket_id and grabbed.id > reserved.id
          and grabbed.actor_id = reserved.actor_id and grabbed.action = 'grab'))
    as reservations_dropped`;

/** Counts the reservations of a developer. */
export async function reservationsOf(db: Reader, developerId: string): Promise<Reservations> {
  const { rows } = await db.executeQuery<Reservations>(
    CompiledQuery.raw(`select ${reservationsSql('$1::uuid')}`, [developerId]),
  );
  return rows[0] ?? NO_RESERVATIONS;
}

export const NO_RESERVATIONS: Reservations = { reservations_held: 0, reservations_dropped: 0 };

/** Whether the account of one of the two sides is suspended. */
export async function isSideSuspended(db: Reader, ticket: Sides): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', sidesOf(ticket))
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
    reservations?: Reservations;
    suspended?: boolean;
    money?: Pick<Facts, 'money_left' | 'disputed'>;
  },
): Facts {
  const milestone = milestones.find(({ id }) => id === about.milestoneId);
  return {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    has_developer: ticket.developer_id !== null,
    ...(about.reservations ?? NO_RESERVATIONS),
    milestones,
    ...(milestone && { milestone }),
    ...(about.message && { message: about.message }),
    ...(about.payment && { payment: about.payment }),
    ...(about.suspended && { side_suspended: true }),
    ...about.money,
  };
}
