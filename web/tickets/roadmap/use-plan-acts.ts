import type { Milestone } from '#domain/milestone.ts';
import { ApiError } from '../../api/api-error.ts';
import { api, type Body } from '../../api/client.ts';
import { usePlan } from './plan-context.ts';
import { postOnce } from './post-once.ts';

/** The calls of the roadmap. Each shows the new state, also when it failed because that had changed. */
export function usePlanActs() {
  const { ticket, refresh, acting } = usePlan();
  const path = { id: ticket.id };

  function refreshed<Result>(call: Promise<Result>): Promise<Result> {
    return acting.while(() => call.finally(refresh));
  }

  return {
    abandon: () => refreshed(postOnce('/api/tickets/{id}/abandon', { path })),
    submitPlan: () => refreshed(postOnce('/api/tickets/{id}/submit-plan', { path })),
    requestChanges: (body: Body<'POST', '/api/tickets/{id}/request-changes'>) =>
      refreshed(postOnce('/api/tickets/{id}/request-changes', { path, body })),
    /** @param seenCents the total that the customer has looked at */
    approvePlan: async (seenCents: number) => {
      const body = { total_cents: seenCents };
      const answer = await refreshed(postOnce('/api/tickets/{id}/approve-plan', { path, body }));
      return answer.checkout_url;
    },
    start: ({ id }: Milestone) =>
      refreshed(postOnce('/api/milestones/{id}/start', { path: { id } })),
    submit: ({ id }: Milestone, body: Body<'POST', '/api/milestones/{id}/submit'>) =>
      refreshed(postOnce('/api/milestones/{id}/submit', { path: { id }, body })),
    accept: ({ id }: Milestone, body: Body<'POST', '/api/milestones/{id}/accept'>) =>
      refreshed(postOnce('/api/milestones/{id}/accept', { path: { id }, body })),
    reject: ({ id }: Milestone, body: Body<'POST', '/api/milestones/{id}/reject'>) =>
      refreshed(postOnce('/api/milestones/{id}/reject', { path: { id }, body })),
    addMilestone: (body: Body<'POST', '/api/tickets/{id}/milestones'>) =>
      refreshed(postOnce('/api/tickets/{id}/milestones', { path, body })),
    saveMilestone: ({ id }: Milestone, body: Body<'PATCH', '/api/milestones/{id}'>) =>
      refreshed(api.patch('/api/milestones/{id}', { path: { id }, body })),
    deleteMilestone: ({ id }: Milestone) =>
      refreshed(api.delete('/api/milestones/{id}', { path: { id } }).catch(unlessMissing)),
  };
}

/** What was deleted in another tab is deleted. */
function unlessMissing(cause: unknown): void {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
}
