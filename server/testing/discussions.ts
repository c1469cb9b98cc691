import { sql } from 'kysely';
import type { Jobs } from '../database/enqueue.ts';
import { mailUnread } from '../discussions/unread-mail.ts';
import { change } from '../lifecycle/change.ts';
import { countAnswers } from '../unblockers/check-figures.ts';
import type { World } from './world.ts';

/** Lets so many minutes pass for the mails about unread messages, as the job runner would. */
export async function passMinutes({ context }: World, minutes: number): Promise<void> {
  const { rows } = await sql<{ payload: Jobs['mail-unread'] }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'mail-unread'
      and j.run_at <= now() + make_interval(mins => ${minutes})
    returning j.payload`.execute(context.db);
  const now = new Date(Date.now() + minutes * 60_000);
  for (const { payload } of rows) {
    await countAnswers(context, payload.ticket_id);
    await change(context, (change) => mailUnread(change, payload, now));
  }
}
