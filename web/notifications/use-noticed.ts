import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useUnread } from '../api/use-unread.ts';

/** Marks the notifications of a request as read while it is on the screen. */
export function useNoticed(ticketId: string): void {
  const queryClient = useQueryClient();
  const { notifications } = useUnread();
  const { mutate } = useMutation({
    mutationFn: () => api.post('/api/notifications/read', { body: { ticket_id: ticketId } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: keys.unread() }),
    // The bell goes on ringing: nothing is lost.
    onError: (cause) => console.error('Failed to mark notifications as read', cause),
  });
  useEffect(() => {
    const notice = () => {
      if (notifications > 0 && document.visibilityState === 'visible') mutate();
    };
    notice();
    document.addEventListener('visibilitychange', notice);
    return () => document.removeEventListener('visibilitychange', notice);
  }, [notifications, mutate]);
}
