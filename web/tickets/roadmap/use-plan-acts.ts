import { useQueryClient } from '@tanstack/react-query';
import type { Milestone } from '#domain/milestone.ts';
import { api, type Body } from '../../api/client.ts';
import { invalidateTicket } from '../../api/invalidate.ts';
import { step } from '../../api/own-steps.ts';
import { keepMilestone, postStep, shown } from '../../api/steps.ts';
import { usePlan } from './plan-context.ts';

/** Calls of the roadmap. Each shows the new state, also after a failure that it caused. */
export function usePlanActs() {
  const queryClient = useQueryClient();
  const { ticket, acting } = usePlan();
  const path = { id: ticket.id };

  function act<Result>(taken: Promise<Result>, keep: (result: Result) => Promise<void>) {
    return acting.while(() => shown(queryClient, ticket.id, taken, keep));
  }
  const onMilestone = (taken: Promise<Milestone>) =>
    act(taken, (after) => keepMilestone(queryClient, after));

  return {
    /** @param version of the plan that the customer saw */
    approvePlan: async (version: number) => {
      const body = { version };
      const answer = await act(postStep('/api/tickets/{id}/approve-plan', { path, body }), () =>
        invalidateTicket(queryClient, ticket.id),
      );
      return answer.checkout_url;
    },
    addMilestone: (body: Body<'POST', '/api/tickets/{id}/milestones'>) =>
      onMilestone(postStep('/api/tickets/{id}/milestones', { path, body })),
    checkNow: ({ id }: Milestone, check: string) =>
      onMilestone(postStep('/api/milestones/{id}/checks/{check}/probe', { path: { id, check } })),
    saveMilestone: ({ id }: Milestone, body: Body<'PATCH', '/api/milestones/{id}'>) =>
      onMilestone(
        step((idempotencyKey) =>
          api.patch('/api/milestones/{id}', { path: { id }, body, idempotencyKey }),
        ),
      ),
  };
}
