import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';

/**
 * Writes down that a moderator was shown messages of some requests. Once an hour for each of them:
 * a list that is fetched again and again is one look. Source: security checklist C7.
 */
export async function noteThreadsRead(
  tx: Tx,
  moderator: Viewer,
  ticketIds: readonly string[],
): Promise<void> {
  const shown = new Set(ticketIds);
  if (shown.size === 0) return;
  const noted = await tx
    .selectFrom('audit_log')
    .select('ticket_id')
    .where('ticket_id', 'in', [...shown])
    .where('action', '=', 'thread_read')
    .where('actor_id', '=', moderator.id)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .execute();
  for (const { ticket_id } of noted) if (ticket_id !== null) shown.delete(ticket_id);
  for (const id of shown) {
    await writeAudit({ tx }, moderator, {
      action: 'thread_read',
      target: { type: 'request', id },
      ticket_id: id,
    });
  }
}
