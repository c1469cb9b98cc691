import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';

/**
 * Writes down that a moderator was shown messages around a reported one. Once an hour: a report that
 * is opened again and again is one look. Source: security checklist C7.
 */
export async function noteThreadRead(tx: Tx, moderator: Viewer, ticketId: string): Promise<void> {
  const noted = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('action', '=', 'thread_read')
    .where('actor_id', '=', moderator.id)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  if (noted) return;
  await writeAudit({ tx }, moderator, {
    action: 'thread_read',
    target: { type: 'request', id: ticketId },
    ticket_id: ticketId,
  });
}
