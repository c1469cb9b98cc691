import { useEffect } from 'react';
import type { Profile } from '#domain/profile.ts';
import { queryClient } from '../api/query-client.ts';

/** What the screen itself needs comes first, also on a slow line. */
const LATER_MS = 5000;

/**
 * Makes the signed-in screens work without a connection, some seconds later. Not for moderators: what
 * they see is other people's, and stays on the server.
 */
export function useOffline({ id, user_type }: Profile): void {
  useEffect(() => {
    if (user_type === 'moderator') return;
    let stop: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { workOffline } = await import('./work-offline.ts');
      if (!isOver) stop = workOffline(queryClient, id);
    }, LATER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [id, user_type]);
}
