import { sql } from 'kysely';
import type { ModerationCounts } from '#domain/moderation.ts';
import type { Database } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { inReview } from '../ledger/records.ts';
import { seen } from '../lifecycle/visibility.ts';

type QueueName = Exclude<keyof ModerationCounts, 'ledger_alarms'>;

interface Row {
  name: QueueName;
  count: number;
  oldest_at: Date | null;
}

/**
 * What waits for a moderator: how many of each kind, and since when the oldest. Of reports and
 * appeals it counts what their lists show.
 */
export async function countQueues(db: Database, moderator: Viewer): Promise<ModerationCounts> {
  const { rows } = await sql<Row>`
    select 'reports' as name, count(*)::int as count, min(r.created_at) as oldest_at
      from reports r join tickets t on t.id = r.ticket_id
      where r.status = 'open' and ${seen.isNoSide(moderator)}
    union all select 'requests', count(*)::int, min(status_since)
      from tickets where status = 'REQUIRES_MOD_ASSISTANCE'
    union all select 'appeals', count(*)::int, min(a.created_at)
      from appeals a join tickets t on t.id = a.ticket_id
      where a.status = 'open' and a.person_id <> ${moderator.id} and ${seen.isNoSide(moderator)}
    union all select 'disputes', count(*)::int, min(d.created_at)
      from disputes d join billing_records b on b.id = d.billing_record_id
      where ${undecidedDispute()}
    union all select 'payments', count(*)::int, min(b.paid_at)
      from billing_records b where ${inReview}
    union all select 'waitlist', count(*)::int, min(created_at)
      from waitlist where status = 'waiting'`.execute(db);
  const { broken, findings } = await ledgerState(db);
  const queue = (name: QueueName) => {
    const { count = 0, oldest_at = null } = rows.find((row) => row.name === name) ?? {};
    return { count, oldest_at };
  };
  return {
    reports: queue('reports'),
    requests: queue('requests'),
    appeals: queue('appeals'),
    disputes: queue('disputes'),
    payments: queue('payments'),
    waitlist: queue('waitlist'),
    ledger_alarms: broken.length + findings.length,
  };
}
