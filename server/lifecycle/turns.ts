import { CompiledQuery } from 'kysely';
import type { CheckFacts } from '#domain/check.ts';
import { sideIn } from '#domain/relation.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { type Turn, type TurnMilestone, turn } from '#domain/turn.ts';
import { layoutOf } from '../database/columns.ts';
import type { Reader } from '../database/database.ts';
import { textOf } from '../database/sql-text.ts';
import { asUtc } from '../database/utc.ts';
import { billingOf, heldAt } from '../ledger/records.ts';
import { checksInReview } from './checks.ts';
import { deliveredAt, moreTimeAt, OWN_CLOCK_COLUMNS, sentBackAt } from './clock-columns.ts';
import type { TicketRow } from './locked.ts';

/** A row of `openMilestonesSql`; times are text, as JSON writes them. */
export interface OpenMilestone extends TurnMilestone {
  ticket_id: string;
  /** In cents of its price: what moderators have split already. */
  awarded_cents: number | null;
  /** What the platform bears of what is held. */
  discount_cents: number | null;
  fee_cents: number | null;
  estimated_minutes: number;
  started_at: string | null;
  held_at: string | null;
  sent_back_at: string | null;
  named_due_at: string | null;
  extended_to: string | null;
  extended_at: string | null;
  reminded_percent: number;
  missed_at: string | null;
  delivered_at: string | null;
  more_time_at: string | null;
  /** Of the delivery in review, without how often each failed. */
  checks: readonly CheckFacts[];
}

/** Of `openMilestonesSql`. */
export const openMilestoneLayout = layoutOf<OpenMilestone>({
  plain: [
    ...(['id', 'ticket_id', 'title', 'status', 'cost_cents', 'estimated_minutes'] as const),
    ...(['reminded_percent', 'checks'] as const),
  ],
  flags: ['begun'],
  rare: [
    ...(['billing_status', 'money_since', 'awarded_cents', 'discount_cents', 'fee_cents'] as const),
    ...(['started_at', 'held_at', 'sent_back_at', 'named_due_at', 'extended_to'] as const),
    ...(['extended_at', 'missed_at', 'delivered_at', 'more_time_at'] as const),
  ],
});

const OWN_CLOCK_TIMES = OWN_CLOCK_COLUMNS.filter((name) => name !== 'reminded_percent');
const asJson = (time: string, name: string) => `to_json(${time}) #>> '{}' as ${name}`;

/** A lost payment has a record of its own, as old as the loss. */
const COLUMNS = `m.id, m.ticket_id, m.title, m.status, m.cost_cents, m.estimated_minutes,
  ${textOf(billingOf())} as billing_status, b.awarded_cents, b.discount_cents, b.fee_cents,
  ${asJson('coalesce(b.paid_at, case when b.held_for <> m.id then b.created_at end)', 'money_since')},
  m.started_at is not null as begun, m.reminded_percent,
  ${OWN_CLOCK_TIMES.map((name) => asJson(`m.${name}`, name)).join(', ')},
  ${asJson('m.started_at', 'started_at')}, ${asJson(textOf(heldAt), 'held_at')},
  ${asJson(textOf(deliveredAt), 'delivered_at')}, ${asJson(textOf(moreTimeAt), 'more_time_at')},
  ${asJson(`case when m.status in ('IN_PROGRESS', 'REJECTED') then ${textOf(sentBackAt)} end`, 'sent_back_at')},
  ${textOf(checksInReview)} as checks`;

/** SQL for the unapproved milestones of several requests, in the order of their plans. */
export const openMilestonesSql = (ticketIds: string) => `
  select ${COLUMNS}
  from milestones m left join billing_records b on b.milestone_id = m.id
  where m.ticket_id = any (${ticketIds}) and m.status <> 'ACCEPTED'
  order by m.ticket_id, m.position`;

/** The unapproved milestones of several requests, in the order of their plans. */
export async function openMilestonesOf(
  db: Reader,
  ticketIds: readonly string[],
): Promise<OpenMilestone[]> {
  if (ticketIds.length === 0) return [];
  const { rows } = await db.executeQuery<OpenMilestone>(
    CompiledQuery.raw(openMilestonesSql('$1::uuid[]'), [ticketIds]),
  );
  return rows;
}

/** The unapproved milestones of one request, in order. */
export async function openMilestones(db: Reader, ticketId: string) {
  return asWork(await openMilestonesOf(db, [ticketId]));
}

/** For the rulebook, the clock and the turns. */
export function asWork(rows: readonly OpenMilestone[]) {
  const date = (value: string | null) => (value === null ? null : new Date(asUtc(value)));
  return rows.map((row) => ({
    ...row,
    billing: row.billing_status,
    money_since: row.money_since && asUtc(row.money_since),
    started_at: date(row.started_at),
    held_at: date(row.held_at),
    sent_back_at: date(row.sent_back_at),
    named_due_at: date(row.named_due_at),
    extended_to: date(row.extended_to),
    extended_at: date(row.extended_at),
    missed_at: date(row.missed_at),
    delivered_at: date(row.delivered_at),
    more_time_at: date(row.more_time_at),
  }));
}
export type OpenWork = ReturnType<typeof asWork>[number];

/** A request's status and turn, as one of its people reads them in a mail. */
export async function progressOf(
  db: Reader,
  ticket: TicketRow,
  relation: 'customer' | 'developer' | 'moderator',
): Promise<{ status: TicketStatus; turn: Turn }> {
  const { status, status_since, developer_id, customer_id } = ticket;
  const { ending, cancellation, change, question, mode, quotes_until, quoted_by } = ticket;
  const other = relation === 'customer' ? developer_id : customer_id;
  return {
    status,
    turn: turn({
      status,
      status_since: status_since.toISOString(),
      reserved: developer_id !== null,
      milestones: await openMilestones(db, ticket.id),
      ending,
      cancellation,
      question,
      change,
      mode,
      quotes_until,
      quoted_by,
      relation,
      counterpart: relation === 'moderator' || other === null ? null : await nameOf(db, other),
    }),
  };
}

/** The same for a mail by which the recipient may lose the request: then null, as they have no turn. */
export async function progressFor(
  db: Reader,
  ticket: TicketRow,
  personId: string,
): Promise<{ progress?: Awaited<ReturnType<typeof progressOf>> }> {
  const relation = sideIn(ticket, personId);
  return relation ? { progress: await progressOf(db, ticket, relation) } : {};
}

/** A person's first or last name; null where they have none or are deleted. */
async function nameOf(db: Reader, id: string): Promise<string | null> {
  const person = await db
    .selectFrom('profiles')
    .select(['first_name', 'last_name', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return person && person.deleted_at === null ? (person.first_name ?? person.last_name) : null;
}
