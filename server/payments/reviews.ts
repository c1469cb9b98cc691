import { sql } from 'kysely';
import { FIRST_HOUR_WEEK_MS, type FirstHourPayment, reviewReasons } from '#domain/first-hour.ts';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';

/**
 * Looks at the first-hour payments of a developer's last seven days. What is held and stands out
 * stays held until a moderator has looked at it, also what came before the payment that shows a
 * pattern. First hours are locked by the caller.
 */
export async function reviewFirstHours(change: Change, developerId: string): Promise<void> {
  const { tx } = change;
  const week = await firstHoursOf(tx, developerId);
  for (const payment of week) {
    const reasons = reviewReasons(payment, week);
    if (reasons.length === 0) continue;
    const marked = await tx
      .updateTable('billing_records')
      .set({ review_reasons: reasons })
      .where('id', '=', payment.id)
      .where('status', '=', 'held')
      .where('reviewed_at', 'is', null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) continue;
    const { ticket_id, customer_id } = payment;
    change.tell({ type: 'ticket', ticket_id, to: [customer_id, developerId] });
  }
}

type Row = FirstHourPayment & { id: string; ticket_id: string };

/** What a developer's customers paid at the first-hour price in the last seven days. */
async function firstHoursOf(tx: Tx, developerId: string): Promise<Row[]> {
  const since = new Date(Date.now() - FIRST_HOUR_WEEK_MS);
  const { rows } = await sql<Row>`
    select b.id, b.ticket_id, c.customer_id, u.email, u.created_at as account_created_at, b.paid_at,
      encode(c.network_hash, 'hex') as network, m.hourly_rate_cents, m.estimated_minutes,
      exists (select from checkouts r join billing_records rb on rb.id = r.billing_record_id
        join tickets rt on rt.id = rb.ticket_id and rt.developer_id = t.developer_id
        where r.returned_for is not null
          and (r.card_hash = c.card_hash or r.address_hash = c.address_hash)) as refused
    from checkouts c
    join billing_records b on b.id = c.billing_record_id
    join tickets t on t.id = b.ticket_id
    join milestones m on m.id = coalesce(b.milestone_id, b.held_for)
    left join users u on u.id = c.customer_id
    where t.developer_id = ${developerId} and c.discount_cents > 0 and c.status in ('paid', 'refunded')
      and b.paid_at > ${since}`.execute(tx);
  return rows;
}
