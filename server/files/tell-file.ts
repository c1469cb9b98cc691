import { sidesOf } from '#domain/relation.ts';
import type { Context } from '../lifecycle/context.ts';

/** Screens that show a file show at once what became of it; what is not attached nobody sees. */
export async function tellFile({ db, live }: Context, key: string): Promise<void> {
  const ticket = await db
    .selectFrom('attachments as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .select(['t.id', 't.customer_id', 't.developer_id'])
    .where('a.file_key', '=', key)
    .executeTakeFirst();
  if (!ticket) return;
  live.publish([{ type: 'file', ticket_id: ticket.id, id: key, to: sidesOf(ticket) }]);
}
