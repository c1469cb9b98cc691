import { type RawBuilder, sql } from 'kysely';
import { heldAt } from '../ledger/records.ts';

/** When the customer last sent back a milestone `m`. */
export const sentBackAt = sql<Date | null>`(select max(d.decided_at) from deliveries d
  where d.milestone_id = m.id and d.decision = 'rejected')`;

const ofOpenDelivery = (time: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql`case when m.status = 'IN_REVIEW' then (select max(${time}) from deliveries d
    where d.milestone_id = m.id and d.decision is null) end`;

/**
 * When the delivery in review was submitted, or what stood in the way of its approval ended since; and when
 * its customer took more time.
 */
export const deliveredAt = ofOpenDelivery(sql`greatest(d.submitted_at, d.cleared_at)`);
export const moreTimeAt = ofOpenDelivery(sql`d.more_time_at`);

/** Columns of a milestone that only its clock uses. */
export const OWN_CLOCK_COLUMNS = [
  'named_due_at',
  'extended_to',
  'extended_at',
  'reminded_percent',
  'missed_at',
] as const;

/** All columns that the clock of a milestone `m` with its billing record `b` uses: `ClockedWork`. */
export const clockColumns = [
  ...(['m.status', 'm.estimated_minutes', 'm.started_at'] as const),
  ...OWN_CLOCK_COLUMNS.map((name) => `m.${name}` as const),
  heldAt.as('held_at'),
  sentBackAt.as('sent_back_at'),
  deliveredAt.as('delivered_at'),
  moreTimeAt.as('more_time_at'),
] as const;
