import { sql } from 'kysely';
import type { ModerationCounts } from '#domain/moderation.ts';
import { ledgerState } from '../billing/check-ledger.ts';
import type { Database } from '../database/database.ts';
import { undecidedDispute } from './under-review.ts';

type QueueName = Exclude<keyof ModerationCounts, 'ledger_alarms'>;

interface Row {
  name: QueueName;
  count: number;
  oldest_at: Date | null;
}

/** What waits for the moderators: how many of each kind, and since when the oldest. */
export async function countQueues(db: Database): Promise<ModerationCounts> {
  const { rows } = await sql<Row>`
    select 'reports' as name, count(*)::int as count, min(created_at) as oldest_at
      from reports where status = 'open'
    union all select 'requests', count(*)::int, min(status_since)
      from tickets where status = 'REQUIRES_MOD_ASSISTANCE'
    union all select 'appeals', count(*)::int, min(created_at) from appeals where status = 'open'
    union all select 'disputes', count(*)::int, min(d.created_at)
      from disputes d join billing_records b on b.id = d.billing_record_id
      where ${undecidedDispute()}
    union all select 'waitlist', count(*)::int, min(created_at)
      from waitlist where status = 'waiting'`.execute(db);
  const { broken, findings } = await ledgerState(db);
  const queue = (name: QueueName) => {
    const { count = 0, oldest_at = null } = rows.find((row) => row.name === name) ?? {};
    return { count, oldest_at };
  };
  return {
    ...{ reports: queue('reports'), requests: queue('requests'), appeals: queue('appeals') },
    ...{ disputes: queue('disputes'), waitlist: queue('waitlist') },
    ledger_alarms: broken.length + findings.length,
  };
}
