import { api } from '../api/client.ts';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { useTicketAct } from './use-ticket-act.ts';

/** Asks, then deletes a request; resolves to whether it is gone. */
export function useDeleteRequest() {
  const confirm = useConfirm();
  const attempt = useTicketAct();
  return async (ticketId: string): Promise<boolean> => {
    let done = false;
    await confirm({
      title: 'Delete Request',
      text: 'Are you sure you want to delete this ticket? This action cannot be undone.',
      act: 'Delete',
      danger: true,
      run: async () => {
        done = await attempt(
          ticketId,
          () => api.delete('/api/tickets/{id}', { path: { id: ticketId } }),
          'Failed to delete ticket. Please try again.',
        );
      },
    });
    return done;
  };
}
