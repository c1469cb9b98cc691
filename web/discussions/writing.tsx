import {
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
} from 'react';
import { api } from '../api/client.ts';
import { useProfile } from '../api/session.tsx';
import { useFormFiles } from '../files/use-form-files.ts';
import { Composer } from './composer.tsx';
import { draftStore } from './draft-store.ts';
import type { UnsentMessage } from './unsent-messages.ts';
import type { NewMessage } from './use-outbox.ts';

/** Takes a message that could not be sent back into the composer. */
export interface Rewriter {
  rewrite: (message: UnsentMessage) => void;
}

interface WritingProps {
  ref: RefObject<Rewriter | null>;
  ticketId: string;
  onSend: (message: NewMessage) => void;
  /** Shows the keys. */
  onKeys: () => void;
}

/** The composer with what is in it. Each key draws this alone, and not the thread above it. */
export function Writing({ ref, ticketId, onSend, onKeys }: WritingProps) {
  const [draft, setDraft] = useDraft(ticketId);
  const files = useFormFiles(`message.${ticketId}`);
  const tellTyping = useTellTyping(ticketId);
  useImperativeHandle(ref, () => ({
    rewrite(unsent) {
      setDraft([draft, unsent.text].filter(Boolean).join('\n\n'));
      files.addKept(unsent.files);
    },
  }));
  return (
    <Composer
      draft={draft}
      onDraft={setDraft}
      files={files}
      onWrite={tellTyping}
      onSend={onSend}
      onKeys={onKeys}
    />
  );
}

/** The name of what a person is writing in a thread. */
function draftKey({ author_id, ticket_id }: { author_id: string; ticket_id: string }) {
  return `draft.${author_id}.${ticket_id}`;
}

/** The text being written in one thread; it outlives a reload, a crash and a look elsewhere. */
function useDraft(ticketId: string): [string, (text: string) => void] {
  const key = draftKey({ author_id: useProfile().id, ticket_id: ticketId });
  useEffect(() => () => draftStore.close(key), [key]);
  return [
    useSyncExternalStore(draftStore.subscribe, () => draftStore.read(key)),
    (text) => draftStore.write(key, text),
  ];
}

/** One sign says it for this long. */
const PAUSE_MS = 4000;

/** Lets the other side know that one is writing, at most once in a few seconds. */
function useTellTyping(ticketId: string): () => void {
  const toldAt = useRef(0);
  return () => {
    if (Date.now() - toldAt.current < PAUSE_MS) return;
    toldAt.current = Date.now();
    // It is only a courtesy: what cannot be told is not tried again.
    api.post('/api/tickets/{id}/typing', { path: { id: ticketId } }).catch(() => undefined);
  };
}
