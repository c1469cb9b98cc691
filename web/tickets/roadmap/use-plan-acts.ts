import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { usePlan } from './plan-context.ts';
import { postOnce } from './post-once.ts';
import { ticketPath } from './use-plan-data.ts';

interface CheckoutAnswer {
  checkout_url: string | null;
}

type MilestoneAct = 'start' | 'submit' | 'accept' | 'reject';

/** The calls of the roadmap. Each shows the new state, also when it failed because that had changed. */
export function usePlanActs() {
  const { ticket, refresh, acting } = usePlan();
  const ticketUrl = ticketPath(ticket.id);

  function refreshed<Result>(call: Promise<Result>): Promise<Result> {
    return acting.while(() => call.finally(refresh));
  }

  return {
    abandon: () => refreshed(postOnce<Ticket>(`${ticketUrl}/abandon`)),
    submitPlan: () => refreshed(postOnce<Ticket>(`${ticketUrl}/submit-plan`)),
    requestChanges: (words: object) =>
      refreshed(postOnce<Ticket>(`${ticketUrl}/request-changes`, words)),
    /** @param seenCents the total that the customer has looked at */
    approvePlan: async (seenCents: number) => {
      const seen = { total_cents: seenCents };
      const answer = await refreshed(postOnce<CheckoutAnswer>(`${ticketUrl}/approve-plan`, seen));
      return answer.checkout_url;
    },
    milestone: (milestone: Milestone, action: MilestoneAct, body?: object) =>
      refreshed(postOnce<Milestone>(`/api/milestones/${milestone.id}/${action}`, body)),
    addMilestone: (fields: object) =>
      refreshed(postOnce<Milestone>(`${ticketUrl}/milestones`, fields)),
    saveMilestone: (milestone: Milestone, fields: object) =>
      refreshed(api.patch<Milestone>(`/api/milestones/${milestone.id}`, fields)),
    deleteMilestone: (milestone: Milestone) =>
      refreshed(api.delete(`/api/milestones/${milestone.id}`).catch(unlessMissing)),
  };
}

/** What was deleted in another tab is deleted. */
function unlessMissing(cause: unknown): void {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
}
