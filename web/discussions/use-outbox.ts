import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { useProfile } from '../api/session.tsx';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';
import { sendSoon } from './use-send-unsent.ts';

/** The content of the composer. */
export type NewMessage = Pick<
  UnsentMessage,
  'text' | 'files' | 'answers' | 'needs_answer' | 'code'
>;

/** The unconfirmed messages of a thread, and how to send them. */
export function useOutbox(ticket: Ticket, stored: readonly Message[] | undefined) {
  const author_id = useProfile().id;
  const { id: ticket_id, counterpart } = ticket;
  const thread = useMemo(() => ({ author_id, ticket_id }), [author_id, ticket_id]);
  const all = useSyncExternalStore(unsentMessages.subscribe, () => unsentMessages.of(thread));

  // If the answer was lost, the thread itself confirms the message.
  const arrived = all.filter((one) => stored?.some(({ client_id }) => client_id === one.client_id));
  useEffect(() => arrived.forEach(unsentMessages.drop));

  function send({ found: _, ...message }: UnsentMessage) {
    unsentMessages.put({ ...message, problem: null, lost: false });
    sendSoon();
  }

  return {
    unsent: all.filter((one) => !arrived.includes(one)),
    resend: send,
    discard: unsentMessages.drop,
    /** About its keys: it stays, as not sent. */
    stopAsking: ({ found: _, ...message }: UnsentMessage) => unsentMessages.put(message),
    send: (words: NewMessage) => send(written({ ...thread, to: counterpart?.id }, words)),
  };
}

function written(
  thread: Pick<UnsentMessage, 'author_id' | 'ticket_id' | 'to'>,
  words: NewMessage,
): UnsentMessage {
  return {
    ...thread,
    ...words,
    client_id: crypto.randomUUID(),
    written_at: Date.now(),
    problem: null,
    lost: false,
  };
}
