import { sidesInPairing } from '#domain/relation.ts';
import type { Context } from '../lifecycle/context.ts';

/** Screens that show a file show at once what became of it; what is not attached nobody sees. */
export async function tellFile({ db, live }: Context, key: string): Promise<void> {
  const ticket = await db
    .selectFrom('attachments as a')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .leftJoin('messages as m', 'm.id', 'a.message_id')
    .select(['t.id', 't.customer_id', 't.developer_id', 't.pairing_id'])
    .select('m.pairing_id as of_pairing')
    .where('a.file_key', '=', key)
    .executeTakeFirst();
  if (!ticket) return;
  const to = sidesInPairing(ticket, ticket.of_pairing ?? ticket.pairing_id);
  live.publish([{ type: 'file', ticket_id: ticket.id, id: key, to }]);
}
