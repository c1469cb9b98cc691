import type { Action } from '#domain/lifecycle.ts';
import { decide } from '#domain/rulebook.ts';
import type { Database } from '../database/database.ts';
import { type Change, change } from './change.ts';
import { keepTime, nameOf } from './clocks.ts';
import type { Context } from './context.ts';
import { factsOf, type LockedTicket, lockTicket } from './locked.ts';
import { inPace } from './pace.ts';

const BATCH = 500;

/** Takes one step of the clock on a locked request. */
export type TakeDue = (
  change: Change,
  locked: LockedTicket,
  due: { action: Action; milestoneId: string | undefined; now: Date },
) => Promise<unknown>;

/**
 * Takes every step that is due, in order, each in a change of its own: exactly once, on however many
 * servers this runs and wherever one is killed. A failed one does not hold up the others. While many are
 * due, requests are served between them.
 * @param forMs how long to begin further steps; the rest is for the next run
 * @throws AggregateError when some failed; the next run finds them again
 */
export async function performDue(
  context: Context,
  take: TakeDue,
  now = new Date(),
  forMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const failures: unknown[] = [];
  const paced = inPace(context);
  const until = performance.now() + forMs;
  let last: Due | null = null;
  for (;;) {
    const batch: Due[] = await dueAfter(context.db, now, last);
    for (const due of batch) {
      const keep = () =>
        change(context, (change) => performOne(change, due, { take, now })).catch(
          (cause: unknown) => failures.push(cause) > 0,
        );
      await (batch.length === BATCH ? paced(keep) : keep());
      if (performance.now() > until) break;
    }
    if (batch.length < BATCH || performance.now() > until) break;
    last = batch.at(-1) ?? null;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some deadlines could not be kept');
}

interface Due {
  id: number;
  ticket_id: string;
  due_at: Date;
}

function dueAfter(db: Database, now: Date, last: Due | null): Promise<Due[]> {
  return db
    .selectFrom('deadlines')
    .select(['id', 'ticket_id', 'due_at'])
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .$if(last !== null, (query) =>
      query.where((is) =>
        is(is.refTuple('due_at', 'id'), '>', is.tuple(last?.due_at ?? now, last?.id ?? 0)),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

/**
 * Locks the request, as every step does; a request that is locked by somebody else waits for the next
 * run. A deadline that no longer fits is written again instead. Answers false where there was nothing
 * to do, as another server had done it.
 */
async function performOne(
  change: Change,
  { id, ticket_id }: Due,
  { take, now }: { take: TakeDue; now: Date },
): Promise<boolean> {
  const request = await change.tx
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', ticket_id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  // Deleted meanwhile with its deadlines, or locked by somebody else.
  if (!request) return false;
  const due = await change.tx
    .selectFrom('deadlines')
    .select(['action', 'milestone_id'])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  if (!due) return false;
  const locked = await lockTicket(change.tx, ticket_id);
  const moment = (await keepTime(change, locked, now)).get(nameOf(due));
  if (moment === undefined || moment > now || !mayBeTaken(locked, due, now)) return true;
  await change.tx.updateTable('deadlines').set({ done_at: now }).where('id', '=', id).execute();
  await take(change, locked, {
    action: due.action,
    milestoneId: due.milestone_id ?? undefined,
    now,
  });
  return true;
}

/** The customer may still have to be told first. */
function mayBeTaken(
  locked: LockedTicket,
  { action, milestone_id }: { action: Action; milestone_id: string | null },
  now: Date,
): boolean {
  const facts = factsOf(locked, { milestoneId: milestone_id ?? undefined, now });
  return decide(action, 'clock', facts).allowed;
}
