import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Message } from '#domain/message.ts';
import { useProfile } from '../api/session.tsx';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';
import { sendSoon } from './use-send-unsent.ts';

/** What is written in the composer. */
export type NewMessage = Pick<UnsentMessage, 'text' | 'files' | 'answers' | 'needs_answer'>;

/** What one has written in a thread and the server has not confirmed, and the ways to send it. */
export function useOutbox(ticketId: string, stored: readonly Message[] | undefined) {
  const author_id = useProfile().id;
  const thread = useMemo(() => ({ author_id, ticket_id: ticketId }), [author_id, ticketId]);
  const all = useSyncExternalStore(unsentMessages.subscribe, () => unsentMessages.of(thread));

  // The answer may be lost although the message was stored: then the thread itself confirms it.
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
    send: (words: NewMessage) => send(written(thread, words)),
  };
}

function written(
  thread: { author_id: string; ticket_id: string },
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
