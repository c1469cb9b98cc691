import { sql } from 'kysely';
import type { ModerationCounts, Queue } from '#domain/moderation.ts';
import type { Database } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { inReview } from '../ledger/records.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';

type QueueName = Exclude<keyof ModerationCounts, 'ledger_alarms' | 'cases'>;

interface Row {
  name: QueueName;
  count: number;
  oldest_at: Date | null;
}

/**
 * What waits for a moderator: how many of each kind, and since when. Reports and appeals are
 * counted as listed.
 */
export async function countQueues(
  db: Database,
  moderator: Pick<Viewer, 'id'>,
): Promise<ModerationCounts> {
  const waiting = await countNews(db, moderator);
  const cases = await db
    .selectFrom('tickets')
    .select([
      sql<number>`count(*) filter (where moderator_id = ${moderator.id})::int`.as('mine'),
      sql<number>`count(*) filter (where moderator_id is null)::int`.as('nobodys'),
      sql<number>`coalesce(sum(held_cents), 0)::int`.as('held_cents'),
    ])
    .where('status', '=', 'REQUIRES_MOD_ASSISTANCE')
    .executeTakeFirstOrThrow();
  const { broken, findings } = await ledgerState(db);
  return { ...waiting, cases, ledger_alarms: broken.length + findings.length };
}

/** The same for what came after a time, for the mail about it. */
export async function countNews(
  db: Database,
  moderator: Pick<Viewer, 'id'>,
  since = new Date(0),
): Promise<Record<QueueName, Queue>> {
  const { rows } = await sql<Row>`
    select 'reports' as name, count(*)::int as count, min(r.created_at) as oldest_at
      from reports r join tickets t on t.id = r.ticket_id
      where r.status = 'open' and r.created_at > ${since} and ${hasNoPart(moderator)}
    union all select 'reviews', count(*)::int, min(coalesce(r.appealed_at, r.created_at))
      from feedback_reports r left join user_feedback f on f.id = r.feedback_id
      left join quotes q on q.id = r.quote_id join tickets t on t.id in (f.ticket_id, q.ticket_id)
      where r.status in ('open', 'appealed') and coalesce(r.appealed_at, r.created_at) > ${since} and ${hasNoPart(moderator)}
    union all select 'requests', count(*)::int, min(status_since)
      from tickets where status = 'REQUIRES_MOD_ASSISTANCE' and status_since > ${since}
    union all select 'appeals', count(*)::int, min(a.created_at)
      from appeals a join tickets t on t.id = a.ticket_id
      where a.status = 'open' and a.created_at > ${since} and a.person_id <> ${moderator.id} and ${hasNoPart(moderator)}
    union all select 'disputes', count(*)::int, min(d.created_at)
      from disputes d join billing_records b on b.id = d.billing_record_id
      where ${undecidedDispute()} and d.created_at > ${since}
    union all select 'payments', count(*)::int, min(b.paid_at)
      from billing_records b where ${inReview} and b.paid_at > ${since}
    union all select 'waitlist', count(*)::int, min(created_at)
      from waitlist where status = 'waiting' and created_at > ${since}`.execute(db);
  const queue = (name: QueueName) => {
    const { count = 0, oldest_at = null } = rows.find((row) => row.name === name) ?? {};
    return { count, oldest_at };
  };
  return {
    reports: queue('reports'),
    requests: queue('requests'),
    reviews: queue('reviews'),
    appeals: queue('appeals'),
    disputes: queue('disputes'),
    payments: queue('payments'),
    waitlist: queue('waitlist'),
  };
}
