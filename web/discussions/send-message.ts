import type { Message } from '#domain/message.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';

/** A line that is dead without saying so must not keep a message on its way for ever. */
const PATIENCE_MS = 30_000;

/** Sends a message, or sends it again. It never rejects: what fails is kept, with the reason. */
export async function sendMessage(
  unsent: UnsentMessage,
  keep: (stored: Message) => Promise<void>,
): Promise<void> {
  unsentMessages.put({ ...unsent, problem: null, lost: false });
  try {
    await keep(await inTurn(unsent.ticket_id, () => post(unsent)));
    unsentMessages.drop(unsent);
  } catch (cause) {
    const lost = cause instanceof ApiError && cause.status === 0;
    unsentMessages.put({ ...unsent, problem: errorText(cause), lost });
  }
}

function post({ ticket_id, client_id, text }: UnsentMessage): Promise<Message> {
  return api.post<Message>(
    `/api/tickets/${encodeURIComponent(ticket_id)}/messages`,
    { text, client_id },
    { idempotencyKey: client_id, signal: AbortSignal.timeout(PATIENCE_MS) },
  );
}

const turns = new Map<string, Promise<unknown>>();

/** One after the other, so that messages arrive in the order in which they were written. */
function inTurn<Result>(ticketId: string, act: () => Promise<Result>): Promise<Result> {
  const earlier = turns.get(ticketId) ?? Promise.resolve();
  const mine = earlier.then(act, act);
  turns.set(ticketId, mine);
  return mine;
}
