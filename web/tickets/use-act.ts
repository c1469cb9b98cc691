import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { type Action, actPath, acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { PlanContext } from './roadmap/plan-context.ts';
import { postOnce } from './roadmap/post-once.ts';
import type { MilestoneList } from './roadmap/use-plan-data.ts';
import { refreshPlan } from './roadmap/use-refresh-plan.ts';

/** What an act is about. */
export type ActRecord = Ticket | Milestone;

/**
 * Takes an act by its call, and shows what the server answers. What else it may have changed is read
 * anew, also when it failed, as it was refused because something had changed; a roadmap waits for
 * that, so that whatever comes next knows of it.
 */
export function useAct() {
  const queryClient = useQueryClient();
  const plan = use(PlanContext);
  return async (action: Action, record: ActRecord, body?: object): Promise<ActRecord | null> => {
    const call = async () => {
      try {
        const answer = await send(action, record.id, body);
        if (answer) keep(queryClient, answer);
        return answer;
      } finally {
        const refreshed = refreshPlan(queryClient, ticketIdOf(record));
        if (plan) await refreshed;
      }
    };
    return plan ? plan.acting.while(call) : call();
  };
}

export function ticketIdOf(record: ActRecord): string {
  return 'ticket_id' in record ? record.ticket_id : record.id;
}

async function send(action: Action, id: string, body?: object): Promise<ActRecord | null> {
  const path = `/api${actPath(action, encodeURIComponent(id))}`;
  if (!acts[action].deletes) return postOnce<ActRecord | null>(path, body);
  await api.delete(path).catch(unlessMissing);
  return null;
}

/** What was deleted in another tab is deleted. */
function unlessMissing(cause: unknown): void {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
}

function keep(queryClient: QueryClient, answer: ActRecord): void {
  if (!('ticket_id' in answer))
    return void queryClient.setQueryData(keys.ticket(answer.id), answer);
  queryClient.setQueryData<MilestoneList>(
    keys.milestones(answer.ticket_id),
    (plan) =>
      plan && {
        ...plan,
        items: plan.items.map((each) => (each.id === answer.id ? answer : each)),
      },
  );
}
