import { useRef } from 'react';
import { api } from '../api/client.ts';

/** One sign says it for this long. */
const PAUSE_MS = 4000;

/** Lets the other side know that one is writing, at most once in a few seconds. */
export function useTellTyping(ticketId: string): () => void {
  const toldAt = useRef(0);
  return () => {
    if (Date.now() - toldAt.current < PAUSE_MS) return;
    toldAt.current = Date.now();
    // It is only a courtesy: what cannot be told is not tried again.
    api.post('/api/tickets/{id}/typing', { path: { id: ticketId } }).catch(() => undefined);
  };
}
