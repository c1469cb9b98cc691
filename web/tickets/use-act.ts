import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { type Action, actPath, acts } from '#domain/acts.ts';
import type { Milestone } from '#domain/milestone.ts';
import { formatCents } from '#domain/money.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ApiError } from '../api/api-error.ts';
import { invalidateTicket } from '../api/invalidate.ts';
import { deleteByStep, dropMilestone, keepMilestone, keepTicket, postAct } from '../api/steps.ts';
import { PlanContext } from './roadmap/plan-context.ts';

/** The record of an act. */
export type ActRecord = Ticket | Milestone;

/**
 * Takes an act by its call, and shows the server's answer. Everything else that it may have changed is
 * refetched, also after a failure, as that was caused by a change; a roadmap waits for it, so that the
 * next step knows of it.
 */
export function useAct() {
  const queryClient = useQueryClient();
  const plan = use(PlanContext);
  return async (action: Action, record: ActRecord, body?: object): Promise<ActRecord | null> => {
    const id = idOf(action, record);
    const call = async () => {
      let shown = () => invalidateTicket(queryClient, ticketIdOf(record));
      try {
        const answer = await send(action, id, body);
        shown = () => show(queryClient, { action, record, answer });
        return answer;
      } finally {
        if (plan) await shown();
        else void shown();
      }
    };
    return plan ? plan.acting.while(call) : call();
  };
}

/** The dialog before an act. */
export function askOf(action: Action, record: ActRecord) {
  const { ask, ask_unpaid } = acts[action];
  if ('paid' in record && !record.paid) return ask_unpaid ?? ask;
  return ofRepair(action, record)?.ask ?? ask;
}

/**
 * The name of the words' draft: what is written to one unblocker, or about one delivery, is not for the
 * next.
 */
export function draftOf(action: Action, record: ActRecord): string {
  const about = 'ticket_id' in record ? record.deliveries.length : record.counterpart?.id;
  return `${action}.${record.id}.${about}`;
}

/** The text after an act has succeeded, by the record before it. */
export function doneOf(action: Action, record: ActRecord): string | undefined {
  return ofRepair(action, record)?.done ?? acts[action].done;
}

function ofRepair(action: Action, record: ActRecord) {
  if ('ticket_id' in record) return undefined;
  // Live updates may have come before.
  const { ending } = record;
  const isOfRepair = record.only_repairs_left || (ending !== null && ending !== 'cancelled');
  return isOfRepair ? acts[action].of_repair : undefined;
}

/** What is held for a request and how a proposal splits it, in dollars; null for nothing. */
export function heldSums(record: ActRecord): Record<string, string> | null {
  if ('ticket_id' in record || record.held_cents === 0) return null;
  const splits = record.cancellation?.splits ?? [];
  const sum = (of: 'customer_cents' | 'developer_cents') =>
    formatCents(splits.reduce((total, split) => total + split[of], 0));
  return {
    held: formatCents(record.held_cents),
    customer: sum('customer_cents'),
    developer: sum('developer_cents'),
  };
}

export function ticketIdOf(record: ActRecord): string {
  return 'ticket_id' in record ? record.ticket_id : record.id;
}

/** Some acts name the change of the plan that they answer. */
function idOf(action: Action, record: ActRecord): string {
  return (acts[action].of_change && 'change' in record && record.change?.id) || record.id;
}

async function send(action: Action, id: string, body?: object): Promise<ActRecord | null> {
  const address = `/api${actPath(action, '{id}')}`;
  if (!acts[action].deletes) return postAct<ActRecord | null>(address, { path: { id }, body });
  await deleteByStep(address, { path: { id } }).catch(unlessMissing);
  return null;
}

/** Something deleted in another tab is deleted. */
function unlessMissing(cause: unknown): void {
  if (!(cause instanceof ApiError && cause.status === 404)) throw cause;
}

interface Taken {
  action: Action;
  record: ActRecord;
  answer: ActRecord | null;
}

function show(queryClient: QueryClient, { action, record, answer }: Taken): Promise<void> {
  if (answer && 'ticket_id' in answer) return keepMilestone(queryClient, answer);
  if (answer) return keepTicket(queryClient, answer);
  if ('ticket_id' in record && acts[action].deletes) return dropMilestone(queryClient, record);
  return invalidateTicket(queryClient, ticketIdOf(record));
}
