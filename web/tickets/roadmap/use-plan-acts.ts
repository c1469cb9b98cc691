import type { Milestone } from '#domain/milestone.ts';
import { api } from '../../api/client.ts';
import { usePlan } from './plan-context.ts';
import { postOnce } from './post-once.ts';
import { ticketPath } from './use-plan-data.ts';

interface CheckoutAnswer {
  checkout_url: string | null;
}

/** The calls of the roadmap. Each shows the new state, also when it failed because that had changed. */
export function usePlanActs() {
  const { ticket, refresh, acting } = usePlan();
  const ticketUrl = ticketPath(ticket.id);

  function refreshed<Result>(call: Promise<Result>): Promise<Result> {
    return acting.while(() => call.finally(refresh));
  }

  return {
    /** @param seenCents the total that the customer has looked at */
    approvePlan: async (seenCents: number) => {
      const seen = { total_cents: seenCents };
      const answer = await refreshed(postOnce<CheckoutAnswer>(`${ticketUrl}/approve-plan`, seen));
      return answer.checkout_url;
    },
    addMilestone: (fields: object) =>
      refreshed(postOnce<Milestone>(`${ticketUrl}/milestones`, fields)),
    saveMilestone: (milestone: Milestone, fields: object) =>
      refreshed(api.patch<Milestone>(`/api/milestones/${milestone.id}`, fields)),
  };
}
