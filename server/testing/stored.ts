import { sql } from 'kysely';
import type { Scene } from './walk.ts';

/** All that is kept about a request, to see that nothing of it has changed. */
export async function stored({ ticketId, world }: Scene): Promise<unknown> {
  const { rows } = await sql`
    select to_jsonb(t) as ticket,
      (select jsonb_agg(m order by m.position) from milestones m where m.ticket_id = t.id) as plan,
      (select jsonb_agg(b order by b.id) from billing_records b where b.ticket_id = t.id) as billing,
      (select jsonb_agg(m order by m.position) from messages m where m.ticket_id = t.id) as thread,
      (select jsonb_agg(h order by h.id) from ticket_history h where h.ticket_id = t.id) as history,
      (select jsonb_agg(to_jsonb(a) - 'file_key' || jsonb_build_object('file', f.name, 'status', f.status)
          order by a.position)
        from attachments a join files f on f.key = a.file_key where a.ticket_id = t.id) as files,
      (select jsonb_agg(f) from user_feedback f where f.ticket_id = t.id) as feedback,
      (select jsonb_agg(r order by r.id) from reports r where r.ticket_id = t.id) as reports,
      (select jsonb_agg(c order by c.id) from checkouts c
        join billing_records b on b.id = c.billing_record_id where b.ticket_id = t.id) as checkouts
    from tickets t where t.id = ${ticketId}`.execute(world.context.db);
  return rows[0];
}
