import { useQueryClient } from '@tanstack/react-query';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, type Body } from '../../api/client.ts';
import { invalidateTicket } from '../../api/invalidate.ts';
import { step } from '../../api/own-steps.ts';
import { dropMilestone, keepMilestone, keepTicket, postStep, shown } from '../../api/steps.ts';
import { usePlan } from './plan-context.ts';

/** The calls of the roadmap. Each shows the new state, also when it failed because that had changed. */
export function usePlanActs() {
  const queryClient = useQueryClient();
  const { ticket, acting } = usePlan();
  const path = { id: ticket.id };

  function act<Result>(taken: Promise<Result>, keep: (result: Result) => Promise<void>) {
    return acting.while(() => shown(queryClient, ticket.id, taken, keep));
  }
  const onPlan = (taken: Promise<Ticket | null>) =>
    act(taken, (after) => (after ? keepTicket(queryClient, after) : refresh()));
  const onMilestone = (taken: Promise<Milestone>) =>
    act(taken, (after) => keepMilestone(queryClient, after));
  const refresh = () => invalidateTicket(queryClient, ticket.id);

  return {
    abandon: () => onPlan(postStep('/api/tickets/{id}/abandon', { path })),
    submitPlan: () => onPlan(postStep('/api/tickets/{id}/submit-plan', { path })),
    requestChanges: (body: Body<'POST', '/api/tickets/{id}/request-changes'>) =>
      onPlan(postStep('/api/tickets/{id}/request-changes', { path, body })),
    /** @param seenCents the total that the customer has looked at */
    approvePlan: async (seenCents: number) => {
      const body = { total_cents: seenCents };
      const answer = await act(postStep('/api/tickets/{id}/approve-plan', { path, body }), refresh);
      return answer.checkout_url;
    },
    start: ({ id }: Milestone) =>
      onMilestone(postStep('/api/milestones/{id}/start', { path: { id } })),
    submit: ({ id }: Milestone, body: Body<'POST', '/api/milestones/{id}/submit'>) =>
      onMilestone(postStep('/api/milestones/{id}/submit', { path: { id }, body })),
    accept: ({ id }: Milestone, body: Body<'POST', '/api/milestones/{id}/accept'>) =>
      onMilestone(postStep('/api/milestones/{id}/accept', { path: { id }, body })),
    reject: ({ id }: Milestone, body: Body<'POST', '/api/milestones/{id}/reject'>) =>
      onMilestone(postStep('/api/milestones/{id}/reject', { path: { id }, body })),
    addMilestone: (body: Body<'POST', '/api/tickets/{id}/milestones'>) =>
      onMilestone(postStep('/api/tickets/{id}/milestones', { path, body })),
    saveMilestone: ({ id }: Milestone, body: Body<'PATCH', '/api/milestones/{id}'>) =>
      onMilestone(
        step((idempotencyKey) =>
          api.patch('/api/milestones/{id}', { path: { id }, body, idempotencyKey }),
        ),
      ),
    deleteMilestone: (milestone: Milestone) =>
      act(
        step((idempotencyKey) =>
          api.delete('/api/milestones/{id}', { path: { id: milestone.id }, idempotencyKey }),
        ).catch(unlessMissing),
        () => dropMilestone(queryClient, milestone),
      ),
  };
}

/** What was deleted in another tab is deleted. */
function unlessMissing(cause: unknown): void {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
}
