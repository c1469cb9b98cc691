import type { Tx } from '../database/database.ts';
import type { TicketRow } from './locked.ts';

/**
 * Names the message in which a side has just asked for help or proposed to cancel: those words are on
 * the request's row too, which lists read.
 */
export async function linkWords(
  tx: Tx,
  ticket: TicketRow,
  said: 'help' | 'cancellation',
  messageId: string | null,
): Promise<void> {
  const { help, cancellation } = ticket;
  if (said === 'help' && help)
    await write(tx, ticket, { help: Object.assign(help, { message_id: messageId }) });
  if (said === 'cancellation' && cancellation)
    await write(tx, ticket, {
      cancellation: Object.assign(cancellation, { message_id: messageId }),
    });
}

/** Takes the words of a message, or null in their place, also to where its request repeats them. */
export async function repeatWords(
  tx: Tx,
  ticket: TicketRow,
  { id, text }: { id: string; text: string | null },
): Promise<void> {
  const { help, cancellation } = ticket;
  if (help?.message_id === id) await write(tx, ticket, { help: Object.assign(help, { text }) });
  if (cancellation?.message_id === id)
    await write(tx, ticket, { cancellation: Object.assign(cancellation, { reason: text }) });
}

async function write(
  tx: Tx,
  ticket: TicketRow,
  values: Partial<Pick<TicketRow, 'help' | 'cancellation'>>,
): Promise<void> {
  await tx.updateTable('tickets').set(values).where('id', '=', ticket.id).execute();
}
