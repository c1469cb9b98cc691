import { useEffect, useSyncExternalStore } from 'react';
import type { Message } from '#domain/message.ts';
import { api } from '../api/client.ts';
import { useProfile } from '../api/session.tsx';

/** Marks the other side's messages read as soon as they are on a page that can be seen. */
export function useMarkRead(ticketId: string, messages: Message[] | undefined): void {
  const me = useProfile().id;
  const visible = useSyncExternalStore(subscribe, isVisible);
  const newestUnread = messages?.findLast(({ author_id, is_read }) => author_id !== me && !is_read);
  const unreadId = newestUnread?.id;

  useEffect(() => {
    if (!unreadId || !visible) return;
    api.post(`/api/tickets/${encodeURIComponent(ticketId)}/read`).catch((cause: unknown) => {
      // The next message, or the next look at the page, tries again.
      console.error('Failed to mark messages as read', cause);
    });
  }, [ticketId, unreadId, visible]);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
