import { useEffect } from 'react';
import type { Milestone } from '#domain/milestone.ts';

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Asks the server again when the next due date passes: lateness comes without an event. */
export function useRefreshWhenDue(
  milestones: readonly Pick<Milestone, 'due_at'>[],
  refresh: () => Promise<void>,
): void {
  const next = milestones
    .map(({ due_at }) => (due_at === null ? 0 : new Date(due_at).getTime()))
    .filter((due) => due > Date.now())
    .toSorted((one, other) => one - other)[0];

  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(refresh, Math.min(LONGEST_MS, next - Date.now() + 1000));
    return () => clearTimeout(timer);
  }, [next, refresh]);
}
