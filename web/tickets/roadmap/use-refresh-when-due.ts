import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { invalidateTicket } from '../../api/invalidate.ts';

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Asks the server again when the next due date passes: lateness comes without an event. */
export function useRefreshWhenDue(
  ticketId: string,
  milestones: readonly Pick<Milestone, 'due_at'>[],
): void {
  const queryClient = useQueryClient();
  const next = milestones
    .map(({ due_at }) => (due_at === null ? 0 : new Date(due_at).getTime()))
    .filter((due) => due > Date.now())
    .toSorted((one, other) => one - other)[0];

  useEffect(() => {
    if (next === undefined) return;
    const refresh = () => void invalidateTicket(queryClient, ticketId);
    const timer = setTimeout(refresh, Math.min(LONGEST_MS, next - Date.now() + 1000));
    return () => clearTimeout(timer);
  }, [next, queryClient, ticketId]);
}
