import { type Expression, type SqlBool, sql } from 'kysely';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { FINAL_STATUSES } from '#domain/ticket-status.ts';
import type { Reader } from '../database/database.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { hasSomethingToDecide } from '../lifecycle/under-review.ts';

/**
 * Finished requests to be deleted. Where money is still moving (held, disputed, owed by the provider,
 * or owed to its customer), or a report or an appeal waits for a moderator, the request stays until that
 * is settled, as a person has to look at it.
 */
export function dueTickets(db: Reader, now: Date) {
  return (
    db
      .selectFrom('tickets as t')
      // Matches the partial index.
      .where('t.status', 'in', FINAL_STATUSES)
      .where('t.status_since', '<', monthsBefore(now))
      .where(nothingUnderWay)
      .where(({ not }) => not(hasSomethingToDecide))
  );
}

/** The time `RETENTION_MONTHS` before now. */
export function monthsBefore(now: Date): Expression<Date> {
  return sql<Date>`${now}::timestamptz - make_interval(months => ${RETENTION_MONTHS})`;
}

const nothingUnderWay = sql<SqlBool>`not exists (select from billing_records b
  where b.ticket_id = t.id and (b.status = 'held'
    or exists (select from disputes d where d.billing_record_id = b.id
      and (d.state = 'open' or ${undecidedDispute()}))
    or exists (select from provider_calls c where c.billing_record_id = b.id
      and (c.state = 'pending' or c.kind = 'refund' and c.state = 'failed'))))`;
