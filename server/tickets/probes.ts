import { sql } from 'kysely';
import { meets } from '#domain/check.ts';
import type { Check, Probe } from '#domain/check-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Jobs } from '../database/enqueue.ts';
import { type Answered, LookFailed, lookAt } from '../http/guarded-look.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { clearWay, keepTime } from '../lifecycle/clocks.ts';
import type { Context } from '../lifecycle/context.ts';
import { type LockedTicket, lockTicket } from '../lifecycle/locked.ts';
import { taskModule } from '../workers/task.ts';
import { TaskError } from '../workers/task-error.ts';

/** A check with an address. */
export type Addressed = Pick<Check, 'id' | 'expect_status' | 'expect_text'> & { url: string };

const reader = taskModule<typeof import('../http/page-text.ts')>(
  import.meta.resolve('../http/page-text.ts'),
);

/**
 * Looks at the address of a check. A failure is a result, too.
 * @param owner whose look it is
 * @throws TaskError `busy` where too many answers wait to be read
 */
export async function probe(context: Context, check: Addressed, owner: string): Promise<Probe> {
  const { config } = context;
  const at = new Date();
  const since = performance.now();
  const answered = await lookAt(check.url, {
    looksAtLoopback: config.looksAtLoopback,
    userAgent: `Unblock-Check/1 (+${config.publicUrl})`,
    expects: check.expect_status,
  }).catch((failed: LookFailed) => failed);
  const milliseconds = Math.round(performance.now() - since);
  const seen =
    answered instanceof LookFailed
      ? notSeen(answered.message)
      : await readAnswer(context, { ...answered, words: check.expect_text }, owner);
  return {
    at: at.toISOString(),
    passes: seen.error === null && meets(check, seen),
    milliseconds,
    ...seen,
  };
}

type Seen = Pick<Probe, 'status' | 'found' | 'excerpt' | 'error'>;

async function readAnswer(
  { workers }: Context,
  { status, ...page }: Answered & { words: string | null },
  owner: string,
): Promise<Seen> {
  try {
    const read = await workers.run(reader, 'readPage', page, { owner });
    return { status, ...read, error: null };
  } catch (error) {
    if (!(error instanceof TaskError) || error.trouble === 'busy') throw error;
    return notSeen('Its answer cannot be read');
  }
}

function notSeen(error: string): Seen {
  return { status: null, found: null, excerpt: null, error };
}

/**
 * A milestone's check with an address.
 * @throws Refusal `not_found`, `no_address`
 */
export async function addressedCheck(
  db: Reader,
  milestoneId: string,
  checkId: string,
): Promise<Addressed> {
  const check = await db
    .selectFrom('checks')
    .select(['id', 'url', 'expect_status', 'expect_text'])
    .where('milestone_id', '=', milestoneId)
    .where('id', '=', checkId)
    .executeTakeFirst();
  if (!check) throw new Refusal('not_found');
  const { url } = check;
  if (url === null) throw new Refusal('no_address');
  return { ...check, url };
}

/**
 * Stores the result as the last look, unless a later one was faster, and as the check's state, unless
 * the customer has marked it in the last delivery. Updates the clocks that depend on it.
 */
export async function keepProbe(
  change: Change,
  locked: LockedTicket,
  check: Addressed,
  probe: Probe,
): Promise<void> {
  const kept = await change.tx
    .updateTable('checks as c')
    .set({
      last_probe: JSON.stringify(probe),
      state: sql`case when ${isMarked} then c.state else ${probe.passes ? 'passed' : 'failed'} end`,
    })
    .where('c.id', '=', check.id)
    // A change of the plan may have changed the address or what is expected there.
    .where('c.url', '=', check.url)
    .where('c.expect_status', 'is not distinct from', check.expect_status)
    .where('c.expect_text', 'is not distinct from', check.expect_text)
    .where(sql<boolean>`coalesce(c.last_probe ->> 'at', '') <= ${probe.at}`)
    .returning('c.state')
    .executeTakeFirst();
  const milestone = locked.milestones.find(({ checks }) =>
    checks.some(({ id }) => id === check.id),
  );
  const known = milestone?.checks.find(({ id }) => id === check.id);
  if (!kept || !known) return;
  // Not looked at yet, it stood in the way as well.
  const isMended =
    milestone?.status === 'IN_REVIEW' && known.state !== 'passed' && kept.state === 'passed';
  known.state = kept.state;
  await (isMended ? clearWay(change, locked) : keepTime(change, locked));
}

/** A check `c` that the customer has marked in the last delivery. */
const isMarked = sql`exists (select from check_results r join deliveries d on d.id = r.delivery_id
  where r.check_id = c.id and r.passed is not null and d.round =
    (select max(last.round) from deliveries last where last.milestone_id = c.milestone_id))`;

/** The automatic look at the addresses of a delivery, whose results stay with it. */
export async function lookAtAddresses(
  context: Context,
  { delivery_id: deliveryId, developer_id: owner }: Jobs['look-at-addresses'],
): Promise<void> {
  const rows = await context.db
    .selectFrom('check_results as r')
    .innerJoin('checks as c', 'c.id', 'r.check_id')
    .innerJoin('milestones as m', 'm.id', 'c.milestone_id')
    .select(['c.id', 'c.url', 'c.expect_status', 'c.expect_text', 'm.ticket_id', 'c.milestone_id'])
    .where('r.delivery_id', '=', deliveryId)
    .where('r.probe', 'is', null)
    .where('c.url', 'is not', null)
    .$narrowType<{ url: string }>()
    .execute();
  const [first] = rows;
  if (!first) return;
  const { ticket_id, milestone_id } = first;
  const looks = await Promise.all(
    rows.map(async (check) => ({ check, seen: await probe(context, check, owner) })),
  );
  await change(context, async (change) => {
    const locked = await lockTicket(change.tx, ticket_id);
    for (const { check, seen } of looks) {
      await change.tx
        .updateTable('check_results')
        .set({ probe: JSON.stringify(seen) })
        .where('delivery_id', '=', deliveryId)
        .where('check_id', '=', check.id)
        .where('probe', 'is', null)
        .execute();
      await keepProbe(change, locked, check, seen);
    }
    const { customer_id, developer_id } = locked.ticket;
    const to = [customer_id, developer_id].filter((id) => id !== null);
    change.tell({ type: 'milestone', ticket_id, id: milestone_id, to });
  });
}
