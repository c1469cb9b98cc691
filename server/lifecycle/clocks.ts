import { acts } from '#domain/acts.ts';
import { type Action, lifecycle } from '#domain/lifecycle.ts';
import { decide } from '#domain/rulebook.ts';
import type { Change } from './change.ts';
import { factsOf, type LockedTicket } from './locked.ts';

const HOUR_MS = 3_600_000;

/** A step that the clock takes, unless somebody is quicker. */
interface Clock {
  action: Action;
  /** Null where it is about the request as a whole. */
  milestoneId: string | null;
}

type Clocks = ReadonlyMap<string, Clock>;

/** The rows of the lifecycle that the clock takes some hours after they have become possible. */
const timed = lifecycle.filter(({ timer }) => timer !== undefined);

/** Which clocks run on a request as it is now: those whose step is possible. */
export function runningClocks(locked: LockedTicket): Clocks {
  const running = new Map<string, Clock>();
  for (const { action } of timed) {
    const about =
      acts[action].subject === 'milestone' ? locked.milestones.map(({ id }) => id) : [null];
    for (const milestoneId of about) {
      const facts = factsOf(locked, { milestoneId: milestoneId ?? undefined });
      if (!decide(action, 'clock', facts).allowed) continue;
      running.set(`${action} ${milestoneId}`, { action, milestoneId });
    }
  }
  return running;
}

/** When a clock that starts now takes its step. */
export function dueAt(action: Action, now: Date): Date {
  const hours = timed.find((rule) => rule.action === action)?.timer?.hours;
  if (hours === undefined) throw new Error(`the clock never takes the step ${action}`);
  return new Date(now.getTime() + hours * HOUR_MS);
}

/**
 * Writes a deadline for each clock that starts to run by a step, and takes away those of clocks that
 * no longer run. One that runs on keeps its time. The request is locked by the caller.
 * @param before the clocks that ran before the step
 */
export async function keepDeadlines(
  { tx }: Change,
  locked: LockedTicket,
  before: Clocks,
  now: Date,
): Promise<void> {
  const { ticket } = locked;
  const after = runningClocks(locked);
  for (const [name, { action, milestoneId }] of before) {
    if (after.has(name)) continue;
    await tx
      .deleteFrom('deadlines')
      .where('ticket_id', '=', ticket.id)
      .where('milestone_id', 'is not distinct from', milestoneId)
      .where('action', '=', action)
      .where('done_at', 'is', null)
      .execute();
  }
  const started = [...after].filter(([name]) => !before.has(name)).map(([, clock]) => clock);
  if (started.length === 0) return;
  await tx
    .insertInto('deadlines')
    .values(
      started.map(({ action, milestoneId }) => ({
        ticket_id: ticket.id,
        milestone_id: milestoneId,
        action,
        due_at: dueAt(action, now),
      })),
    )
    .execute();
}
