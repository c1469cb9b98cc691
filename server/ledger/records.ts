import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { BillingStatus } from '#domain/billing.ts';
import type { Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';

export type BillingRow = Selectable<DB['billing_records']>;

/** A billing record, locked: its hold can be ended only once. */
export function lockRecord(tx: Tx, id: string): Promise<BillingRow> {
  return tx
    .selectFrom('billing_records')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** @throws Error for a record that was never held and so has no fee */
export function asHeld({ fee_cents, ...record }: BillingRow): BillingRow & { fee_cents: number } {
  if (fee_cents === null) throw new Error('a record without a fee was never held');
  return { ...record, fee_cents };
}

/** The checkout whose payment a record holds or held. */
export function paidCheckout(tx: Tx, billingRecordId: string) {
  return tx
    .selectFrom('checkouts')
    .selectAll()
    .where('billing_record_id', '=', billingRecordId)
    .where('status', 'in', ['paid', 'refunded'])
    .executeTakeFirstOrThrow();
}

/** What a record is paid for, as its milestone says now; nothing of a record without a milestone. */
export function workOf({ tx }: { tx: Tx }, { milestone_id }: BillingRow) {
  return tx
    .selectFrom('milestones')
    .select(['title as milestone_title', 'estimated_minutes', 'hourly_rate_cents'])
    .where('id', '=', milestone_id)
    .executeTakeFirst();
}

/**
 * Gives a milestone a new, unpaid record after its old one ended without the work. The old one
 * keeps its amounts, and what they were paid for.
 */
export async function renewRecord(
  { tx }: { tx: Tx },
  { id, milestone_id, ticket_id, price_cents }: BillingRow,
): Promise<string> {
  await tx
    .updateTable('billing_records')
    .set({ milestone_id: null })
    .where('id', '=', id)
    .execute();
  const renewed = randomUUID();
  await tx
    .insertInto('billing_records')
    .values({ id: renewed, milestone_id, ticket_id, price_cents, held_for: renewed })
    .execute();
  return renewed;
}

/** The milestone (`m`) of a record (`b`), also where the bank took the payment back. */
export const milestoneOfRecord = sql<string>`coalesce(b.milestone_id, b.held_for)`;

/** What a record (`b`) is for: as it was paid, and until then as its milestone (`m`) says. */
export const workOfRecord = {
  milestone_title: sql<string | null>`coalesce(b.milestone_title, m.title)`,
  estimated_minutes: sql<number | null>`coalesce(b.estimated_minutes, m.estimated_minutes)`,
  hourly_rate_cents: sql<number | null>`coalesce(b.hourly_rate_cents, m.hourly_rate_cents)`,
};

/** The billing status of a milestone with its record (`b`); repairs are always free. */
export const billingOf = (milestone = 'm'): RawBuilder<BillingStatus | null> =>
  sql`case when ${sql.ref(`${milestone}.repairs`)} is null then b.status else 'free' end`;

/**
 * Since when a milestone (`m`) is funded: its record (`b`) holds money, or held it until the
 * release.
 */
export const heldAt = sql<Date | null>`case when m.repairs is not null then m.created_at
  when b.status in ('held', 'released') then b.paid_at end`;

/** Whether a record (`b`) stays held until a moderator has reviewed its payment. */
export const inReview = sql<boolean>`(b.status is not distinct from 'held'
  and b.review_reasons is not null and b.reviewed_at is null)`;
