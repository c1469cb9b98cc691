import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Message } from '#domain/message.ts';
import { useProfile } from '../api/session.tsx';
import { sendMessage } from './send-message.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';
import { keepMessage } from './use-messages.ts';

/** What one has written in a thread and the server has not confirmed, and the ways to send it. */
export function useOutbox(ticketId: string, stored: Message[] | undefined) {
  const queryClient = useQueryClient();
  const author_id = useProfile().id;
  const thread = useMemo(() => ({ author_id, ticket_id: ticketId }), [author_id, ticketId]);
  const all = useSyncExternalStore(unsentMessages.subscribe, () => unsentMessages.of(thread));

  const send = useCallback(
    (message: UnsentMessage) =>
      void sendMessage(message, (answer) => keepMessage(queryClient, answer)),
    [queryClient],
  );

  useEffect(() => {
    const resend = () => unsentMessages.lostBy(author_id).forEach(send);
    addEventListener('online', resend);
    return () => removeEventListener('online', resend);
  }, [author_id, send]);

  // The answer may be lost although the message was stored: then the thread itself confirms it.
  const arrived = all.filter((one) => stored?.some(({ client_id }) => client_id === one.client_id));
  useEffect(() => arrived.forEach(unsentMessages.drop));

  return {
    unsent: all.filter((one) => !arrived.includes(one)),
    resend: send,
    discard: unsentMessages.drop,
    sendText: (text: string) => send(written(thread, text)),
  };
}

function written(thread: { author_id: string; ticket_id: string }, text: string): UnsentMessage {
  return {
    ...thread,
    text,
    client_id: crypto.randomUUID(),
    written_at: new Date().toISOString(),
    problem: null,
    lost: false,
  };
}
