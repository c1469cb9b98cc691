import { sql } from 'kysely';
import type { Context } from '../lifecycle/context.ts';

const AT_A_TIME = 20;

/**
 * The hourly job that adds messages to the evidence of requests where nothing else has happened
 * since: see docs/decisions/0065-the-evidence-file.md. A finished request gets them at its end.
 */
export async function addMessagesToEvidence({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const { rows } = await sql`select add_messages(id, false) from (
      select t.id from tickets t left join evidence_heads h on h.ticket_id = t.id
      where exists (select from messages m
        where m.ticket_id = t.id and m.position > coalesce(h.messages_to, 0))
      limit ${AT_A_TIME}) waiting`.execute(db);
    if (rows.length < AT_A_TIME) return;
  }
}
