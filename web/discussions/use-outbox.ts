import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Message } from '#domain/message.ts';
import { useProfile } from '../api/session.tsx';
import { draftStore } from './draft-store.ts';
import { type UnsentMessage, unsentMessages } from './unsent-messages.ts';
import { draftKey } from './use-draft.ts';
import { sendSoon } from './use-send-unsent.ts';

/** What is written in the composer. */
export type NewMessage = Pick<UnsentMessage, 'text' | 'files'>;

/** Its words as they may go out; null where their author would rather not send them. */
export type Checked = Promise<string | null>;

/** What one has written in a thread and the server has not confirmed, and the ways to send it. */
export function useOutbox(ticketId: string, stored: readonly Message[] | undefined) {
  const author_id = useProfile().id;
  const thread = useMemo(() => ({ author_id, ticket_id: ticketId }), [author_id, ticketId]);
  const all = useSyncExternalStore(unsentMessages.subscribe, () => unsentMessages.of(thread));

  // The answer may be lost although the message was stored: then the thread itself confirms it.
  const arrived = all.filter((one) => stored?.some(({ client_id }) => client_id === one.client_id));
  useEffect(() => arrived.forEach(unsentMessages.drop));

  function send(message: UnsentMessage) {
    unsentMessages.put({ ...message, problem: null, lost: false });
    sendSoon();
  }

  return {
    unsent: all.filter((one) => !arrived.includes(one)),
    resend: send,
    discard: unsentMessages.drop,
    send: (words: NewMessage, checked: Checked) => sendChecked(written(thread, words), checked),
  };
}

/**
 * Shows a message at once, and sends it when it was looked at. Whoever would rather not send it has
 * its words in the composer again; until either is the case, a crash brings them back there too.
 */
async function sendChecked(message: UnsentMessage, checked: Checked): Promise<void> {
  const key = draftKey(message);
  const forget = draftStore.leave(key, message.text);
  unsentMessages.put({ ...message, checking: true });
  const text = await checked;
  // Whoever signed out meanwhile has taken all of it along.
  if (unsentMessages.has(message)) {
    if (text === null) {
      unsentMessages.drop(message);
      draftStore.add(key, message.text);
    } else {
      unsentMessages.put({ ...message, text });
      sendSoon();
    }
  }
  forget();
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
