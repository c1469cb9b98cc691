import { useLocation, useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { postStep } from '../api/steps.ts';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { useTicketAct } from './use-ticket-act.ts';

/** Asks, then takes a request and opens its plan. Of many who grab at once, one wins. */
export function useGrabRequest() {
  const confirm = useConfirm();
  const attempt = useTicketAct();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async (ticketId: string): Promise<boolean> => {
    let done = false;
    await confirm({
      title: 'Grab Request',
      text: 'Are you sure you want to grab this ticket? This action cannot be undone.',
      act: 'Grab Request',
      run: async () => {
        done = await attempt(
          ticketId,
          () => postStep('/api/tickets/{id}/grab', { path: { id: ticketId } }),
          'Failed to activate ticket. Please try again.',
        );
      },
    });
    const plan = paths.plan('developer', ticketId);
    // On the plan itself there is nowhere to go, and 'Back' must not lead to the same page.
    if (done && pathname !== plan) await navigate(plan);
    return done;
  };
}
