import { useEffect, useSyncExternalStore } from 'react';
import { useProfile } from '../api/session.tsx';
import { draftStore } from './draft-store.ts';

/** The name of what a person is writing in a thread. */
function draftKey({ author_id, ticket_id }: { author_id: string; ticket_id: string }) {
  return `draft.${author_id}.${ticket_id}`;
}

/** The text being written in one thread; it outlives a reload, a crash and a look elsewhere. */
export function useDraft(ticketId: string): [string, (text: string) => void] {
  const key = draftKey({ author_id: useProfile().id, ticket_id: ticketId });
  useEffect(() => () => draftStore.close(key), [key]);
  return [
    useSyncExternalStore(draftStore.subscribe, () => draftStore.read(key)),
    (text) => draftStore.write(key, text),
  ];
}
