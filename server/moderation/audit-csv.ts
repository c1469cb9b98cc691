import type { AuditEntry, AuditFilter } from '#domain/audit.ts';
import type { Reader } from '../database/database.ts';
import { csvLine } from '../http/csv.ts';
import { listAudit } from '../lifecycle/audit.ts';

const AT_ONCE = 500;
const HEADER = [
  'Date',
  'Person',
  'Action',
  'Target',
  'Target ID',
  'Request ID',
  'Reason',
  'Before',
  'After',
];

/** The filtered audit log as CSV, newest first, streamed as it is read. */
export async function* auditCsv(db: Reader, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(HEADER);
  for (let cursor: string | undefined; ; ) {
    const { items, next_cursor } = await listAudit(db, { ...filter, limit: AT_ONCE, cursor });
    yield items.map((entry) => csvLine(cells(entry))).join('');
    if (next_cursor === null) return;
    cursor = next_cursor;
  }
}

function cells({ at, actor, action, target, ticket_id, reason, before, after }: AuditEntry) {
  return [
    new Date(at).toISOString(),
    actor.full_name,
    action,
    target.label ?? target.type,
    target.id,
    ticket_id ?? '',
    reason ?? '',
    before ? JSON.stringify(before) : '',
    after ? JSON.stringify(after) : '',
  ];
}
