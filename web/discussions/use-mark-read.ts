import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Message } from '#domain/message.ts';
import { api } from '../api/client.ts';
import { useProfile } from '../api/session.tsx';
import { isUnread } from '../api/thread.ts';

const AGAIN_AFTER_MS = 5000;

/** Marks the other side's messages read as soon as they are on a page that can be seen. */
export function useMarkRead(ticketId: string, messages: readonly Message[] | undefined): void {
  const me = useProfile().id;
  const visible = useSyncExternalStore(subscribe, isVisible);
  const newestUnread = messages?.findLast((message) => isUnread(message, me));
  const unreadId = newestUnread?.id;
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!unreadId || !visible) return;
    let again: ReturnType<typeof setTimeout>;
    api.post('/api/tickets/{id}/read', { path: { id: ticketId } }).catch((cause: unknown) => {
      console.error('Failed to mark messages as read', cause);
      again = setTimeout(() => setAttempt(attempt + 1), AGAIN_AFTER_MS);
    });
    return () => clearTimeout(again);
  }, [ticketId, unreadId, visible, attempt]);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
