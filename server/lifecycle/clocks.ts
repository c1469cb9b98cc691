import { acts } from '#domain/acts.ts';
import { acceptsItselfAt, latest, pausesAfter, quietSince } from '#domain/clock.ts';
import { type Action, lifecycle } from '#domain/lifecycle.ts';
import { HOUR_MS } from '#domain/milliseconds.ts';
import { momentOf, type Timer } from '#domain/moments.ts';
import { clockWillTake } from '#domain/rulebook.ts';
import type { Change } from './change.ts';
import { factsOf, type LockedTicket } from './locked.ts';
import { type OpenWork, openMilestones } from './turns.ts';

/** A step that the clock will take. */
interface Clock {
  action: Action;
  /** Null for the request as a whole. */
  milestone_id: string | null;
  due_at: Date;
  /** Computed from data: the deadline follows it. Otherwise the deadline stays as it was written. */
  isMoving: boolean;
}

/** The clock's rows of the lifecycle. An action may have several, with one timer. */
const timed = new Map<Action, Timer>(
  lifecycle.flatMap(({ action, timer }) => (timer === undefined ? [] : [[action, timer] as const])),
);

/**
 * The clocks that run on a request now: those whose step is possible except for its time.
 * @param plan the milestones that are not approved
 */
function runningClocks(locked: LockedTicket, plan: readonly OpenWork[], now: Date): Clock[] {
  return [...timed].flatMap(([action, timer]) => {
    const about = acts[action].subject === 'milestone' ? plan : [undefined];
    return about.flatMap((work) => {
      const due_at = momentOf(timer, { request: requestOf(locked, plan), work, now });
      const clock = { action, milestone_id: work?.id ?? null, isMoving: timer.at !== undefined };
      return due_at && isPossible(locked, clock, now) ? [{ ...clock, due_at }] : [];
    });
  });
}

/** A request for turns, reminders and moments. */
export function requestOf({ ticket }: LockedTicket, milestones: readonly OpenWork[]) {
  const { status_since, developer_id, ...request } = ticket;
  return {
    ...request,
    status_since: status_since.toISOString(),
    reserved: developer_id !== null,
    milestones,
  };
}

/**
 * Whether a step is possible except for its time; a clock whose customer still has to be told keeps its
 * time.
 */
function isPossible(
  locked: LockedTicket,
  { action, milestone_id }: Pick<Clock, 'action' | 'milestone_id'>,
  now: Date,
): boolean {
  return clockWillTake(action, factsOf(locked, { milestoneId: milestone_id ?? undefined, now }));
}

/** When the delivery in review will be approved automatically; null where nothing is in review. */
export function acceptanceOf(locked: LockedTicket): Date | null {
  const work = locked.milestones.find(({ status }) => status === 'IN_REVIEW');
  const clock = { action: 'accept', milestone_id: work?.id ?? null } as const;
  return work && isPossible(locked, clock, new Date())
    ? acceptsItselfAt(work, locked.ticket)
    : null;
}

/** When a clock that starts now takes its step. */
export function dueAt(action: Action, now: Date): Date {
  const hours = timed.get(action)?.hours;
  if (hours === undefined) throw new Error(`the clock never takes the step ${action}`);
  return new Date(now.getTime() + hours * HOUR_MS);
}

/**
 * Updates the clocks of a locked request after what has happened to it: pauses or resumes its time,
 * writes a deadline for each running clock and deletes the others. A clock that keeps running keeps its
 * deadline, unless data gives another.
 * @returns the deadlines, by action and milestone
 */
export async function keepTime(
  { tx }: Pick<Change, 'tx'>,
  locked: LockedTicket,
  now = new Date(),
): Promise<Map<string, Date>> {
  const { ticket } = locked;
  await keepPauses({ tx }, locked, now);
  const plan = await openMilestones(tx, ticket.id);
  refresh(locked, plan);
  const wanted = new Map(runningClocks(locked, plan, now).map((each) => [nameOf(each), each]));
  const there = await tx
    .selectFrom('deadlines')
    .select(['id', 'action', 'milestone_id', 'due_at'])
    .where('ticket_id', '=', ticket.id)
    .where('done_at', 'is', null)
    .execute();
  const kept = new Map<string, Date>();
  for (const row of there) {
    const clock = wanted.get(nameOf(row));
    const table = tx.deleteFrom('deadlines').where('id', '=', row.id);
    if (!clock) await table.execute();
    else kept.set(nameOf(row), clock.isMoving ? clock.due_at : row.due_at);
    if (clock?.isMoving && clock.due_at.getTime() !== row.due_at.getTime())
      await tx
        .updateTable('deadlines')
        .set({ due_at: clock.due_at })
        .where('id', '=', row.id)
        .execute();
  }
  const started = [...wanted].filter(([name]) => !kept.has(name));
  if (started.length > 0)
    await tx
      .insertInto('deadlines')
      .values(
        started.map(([, { action, milestone_id, due_at }]) => {
          return { ticket_id: ticket.id, milestone_id, action, due_at };
        }),
      )
      .execute();
  return new Map([...started.map(([name, { due_at }]) => [name, due_at] as const), ...kept]);
}

/**
 * What stood in the way of approving a delivery automatically has ended, beside the pauses: its customer has
 * all of their days from now on, or those that were left. Updates the clocks.
 * @param since when what only puts the approval off began
 */
export async function clearWay(
  change: Pick<Change, 'tx'>,
  locked: LockedTicket,
  since?: Date,
): Promise<Map<string, Date>> {
  const now = new Date();
  const reviewed = locked.milestones.find(({ status }) => status === 'IN_REVIEW');
  const quiet = since && reviewed && quietSince(reviewed, locked.ticket);
  const cleared_at = quiet
    ? new Date(quiet.getTime() + now.getTime() - latest([since, quiet]).getTime())
    : now;
  if (reviewed)
    await change.tx
      .updateTable('deliveries')
      .set({ cleared_at })
      .where('milestone_id', '=', reviewed.id)
      .where('decision', 'is', null)
      .execute();
  return keepTime(change, locked, now);
}

/** The key of a deadline within its request. */
export function nameOf({ action, milestone_id }: Pick<Clock, 'action' | 'milestone_id'>): string {
  return `${action} ${milestone_id}`;
}

async function keepPauses(
  { tx }: Pick<Change, 'tx'>,
  { ticket }: LockedTicket,
  now: Date,
): Promise<void> {
  const pauses = pausesAfter(ticket, now);
  if (pauses === ticket.pauses) return;
  ticket.pauses = [...pauses];
  await tx
    .updateTable('tickets')
    .set({ pauses: JSON.stringify(pauses) })
    .where('id', '=', ticket.id)
    .execute();
}

/** Reads again what a step has written about starts, payments and deliveries. */
function refresh({ milestones }: LockedTicket, plan: readonly OpenWork[]): void {
  for (const milestone of milestones) {
    const now = plan.find(({ id }) => id === milestone.id);
    if (!now) continue;
    const { started_at, held_at, sent_back_at, named_due_at, extended_to, extended_at } = now;
    const { reminded_percent, missed_at, delivered_at, more_time_at } = now;
    const times = { started_at, held_at, sent_back_at, named_due_at, extended_to, extended_at };
    Object.assign(milestone, times, { reminded_percent, missed_at, delivered_at, more_time_at });
  }
}
