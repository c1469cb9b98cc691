import { sql } from 'kysely';
import type { PersonRecord } from '#domain/desk.ts';
import { FINAL_STATUSES } from '#domain/ticket-status.ts';
import type { Database } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';
import { trackRecordOf } from './track-record.ts';

/**
 * What is known of people on either side of requests, for a moderator who decides between them. Those
 * whose accounts are deleted are left out.
 */
export async function recordsOf(
  db: Database,
  ids: readonly string[],
  developerId: string | null,
): Promise<Map<string, PersonRecord>> {
  const ended = sql.join([...FINAL_STATUSES]);
  const side = seen.isSide('u');
  const ofReports = (status: string) => sql<number>`(select count(*)::int from reports r
    join messages m on m.id = r.message_id where m.author_id = u.id and r.status = ${status})`;
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.created_at as since'])
    .select([
      sql<number>`(select count(*)::int from tickets t where ${side} and t.status not in (${ended}))`.as(
        'running',
      ),
      sql<number>`(select count(*)::int from tickets t where ${side} and t.status in (${ended}))`.as(
        'finished',
      ),
      sql<number>`(select count(*)::int from milestones ms join tickets t on t.id = ms.ticket_id
        where ${side} and ms.status = 'ACCEPTED')`.as('accepted'),
      ofReports('open').as('open'),
      ofReports('dismissed').as('dismissed'),
      ofReports('hidden').as('hidden'),
      ofReports('closed').as('closed'),
      sql<number>`(select count(*)::int from billing_records b join tickets t on t.id = b.ticket_id
        where ${side} and b.refunded_cents + b.case_refunded_cents > 0)`.as('refunds'),
      sql<number>`(select count(*)::int from disputes d
        join billing_records b on b.id = d.billing_record_id join tickets t on t.id = b.ticket_id
        where ${side})`.as('chargebacks'),
      sql<number>`(select count(*)::int from suspensions s where s.person_id = u.id)`.as(
        'suspensions',
      ),
    ])
    .where('u.id', 'in', ids)
    .execute();
  const track = developerId === null ? null : await trackRecordOf(db, developerId);
  return new Map(
    rows.map(({ id, running, finished, open, dismissed, hidden, closed, ...rest }) => [
      id,
      {
        ...rest,
        requests: { running, finished },
        reports: { open, dismissed, hidden, closed },
        track: id === developerId ? track : null,
      },
    ]),
  );
}
