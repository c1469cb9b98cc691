import { sql } from 'kysely';
import type { ClockedRequest } from '#domain/clock.ts';
import { type DatedWork, planDates } from '#domain/milestone-dates.ts';
import type { PlanChange } from '#domain/plan-change.ts';
import { type PlanDifference, planDifferences, tallyOf } from '#domain/plan-difference.ts';
import type { PlanVersion } from '#domain/plan-version.ts';
import { fullName } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import { asSide, type Paired, readsPairing, relationOf } from '#domain/relation.ts';
import type { Reader } from '../database/database.ts';
import { type NumberedPageRequest, numberedPageOf, type Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { noteRead } from '../lifecycle/audit.ts';
import { change } from '../lifecycle/change.ts';
import { clockColumns } from '../lifecycle/clock-columns.ts';
import type { Context } from '../lifecycle/context.ts';
import { mayLookInto } from '../lifecycle/under-review.ts';

/**
 * A page of submitted plans, newest first, for the two sides and for moderators who review the request.
 * A later developer sees earlier plans without the words about them.
 * @throws Refusal `not_found`
 */
export async function versionsFor(
  context: Context,
  viewer: Viewer,
  ticketId: string,
  { limit: most, cursor = ANY_NUMBER }: NumberedPageRequest,
): Promise<Page<PlanVersion>> {
  const { db } = context;
  const reads = await readerOf(context, viewer, ticketId);
  const sizes = await db
    .selectFrom('plan_versions')
    .select(sql<number>`octet_length(milestones::text)`.as('bytes'))
    .where('ticket_id', '=', ticketId)
    .where('number', '<', sql<number>`${cursor}::bigint`)
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
  const limit = fitting(sizes);
  const rows = await db
    .selectFrom('plan_versions as v')
    .innerJoin('tickets as t', 't.id', 'v.ticket_id')
    .innerJoin('pairings as p', 'p.id', 'v.pairing_id')
    .leftJoin('messages as m', 'm.id', 'v.message_id')
    .leftJoin('profiles as by', (join) =>
      join.on(
        'by.id',
        '=',
        sql`case v.submitted_by when 'customer' then t.customer_id else p.developer_id end`,
      ),
    )
    .select(['v.number', 'v.submitted_at', 'v.submitted_by', 'v.change_id', 'v.milestones'])
    .select(['v.outcome', 'v.decided_at', 'm.text as words', 'v.pairing_id'])
    .select(['p.developer_id', 'p.shared_with', 'by.first_name', 'by.last_name'])
    .where('v.ticket_id', '=', ticketId)
    .where('v.number', '<', sql<number>`${cursor}::bigint`)
    .orderBy('v.number', 'desc')
    .limit(limit + 1)
    .execute();
  const versions = rows.map((row, index): PlanVersion => {
    const { pairing_id, developer_id, shared_with, first_name, last_name, ...version } = row;
    const { submitted_by: by, milestones, words, ...kept } = version;
    const isTheirs = reads({ id: pairing_id, developer_id, shared_with });
    const before = rows[index + 1]?.milestones ?? [];
    const changes = row.number === 1 ? [] : planDifferences(before, milestones);
    return {
      ...kept,
      by,
      by_name: isTheirs ? fullName({ first_name, last_name }, NAMES[by]) : null,
      words: isTheirs ? words : null,
      milestones,
      total_minutes: milestones.reduce((sum, each) => sum + each.estimated_minutes, 0),
      total_cents: milestones.reduce((sum, each) => sum + each.cost_cents, 0),
      changes,
      tally: tallyOf(changes),
    };
  });
  return numberedPageOf(versions, limit, ({ number }) => number);
}

const ANY_NUMBER = Number.MAX_SAFE_INTEGER;
/** A page ends beyond this, as one plan may be a megabyte. */
const PAGE_BYTES = 1_000_000;

/** How many of the first rows fit into a page: at least one. */
function fitting(rows: readonly { bytes: number }[]): number {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    bytes += row.bytes;
    return bytes > PAGE_BYTES;
  });
  return Math.max(1, beyond < 0 ? rows.length : beyond);
}

const NAMES = { customer: 'Customer', developer: 'Developer' } as const;

/**
 * A page of proposed changes of the plan, newest first: those of the conversations that the viewer
 * reads.
 * @throws Refusal `not_found`
 */
export async function changesFor(
  context: Context,
  viewer: Viewer,
  ticketId: string,
  { limit: most, cursor = ANY_NUMBER }: NumberedPageRequest,
): Promise<Page<PlanChange>> {
  const { db } = context;
  const reads = await readerOf(context, viewer, ticketId);
  const sizes = await db
    .selectFrom('plan_changes')
    .select(sql<number>`octet_length(differences::text)`.as('bytes'))
    .where('ticket_id', '=', ticketId)
    .where('position', '<', cursor)
    .orderBy('position', 'desc')
    .limit(most)
    .execute();
  const limit = fitting(sizes);
  const rows = await db
    .selectFrom('plan_changes as c')
    .innerJoin('pairings as p', 'p.id', 'c.pairing_id')
    .leftJoin('messages as m', 'm.id', 'c.message_id')
    .select(['c.id', 'c.position', 'c.asked_by', 'c.asked_at', 'm.text as reason', 'c.differences'])
    .select(['c.outcome', 'c.decided_at', 'c.pairing_id', 'p.developer_id', 'p.shared_with'])
    .where('c.ticket_id', '=', ticketId)
    .where('c.position', '<', cursor)
    .orderBy('c.position', 'desc')
    .limit(limit + 1)
    .execute();
  const page = numberedPageOf(rows, limit, ({ position }) => position);
  const items: PlanChange[] = [];
  for (const row of page.items) {
    const { pairing_id, developer_id, shared_with, position: _, differences, ...change } = row;
    if (!reads({ id: pairing_id, developer_id, shared_with })) continue;
    items.push({
      ...change,
      changes: differences,
      tally: tallyOf(differences),
      done_by: row.outcome === null ? await doneBy(db, ticketId, differences) : null,
    });
  }
  return { items, next_cursor: page.next_cursor };
}

type Reads = (pairing: Parameters<typeof readsPairing>[2]) => boolean;

/**
 * The conversations that the viewer reads of a request whose plans they may see. A moderator's look is
 * written down.
 */
async function readerOf(context: Context, viewer: Viewer, ticketId: string): Promise<Reads> {
  const { db } = context;
  const ticket = await db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id', 'pairing_id', 'categories', 'replaced'])
    .select(['quoted_by', 'invited', 'first_until', 'first_for'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) throw new Refusal('not_found');
  const isModerator = relationOf(viewer, ticket) === 'moderator';
  if (isModerator && (await mayLookInto(db, viewer, ticketId))) {
    await change(context, ({ tx }) => noteRead(tx, viewer, 'plans_read', ticketId));
    return () => true;
  }
  asSide(viewer, ticket);
  const paired: Paired = ticket;
  return (pairing) => readsPairing(viewer, paired, pairing);
}

/** When the whole plan will be done, with and without a change; null where that is unknown. */
async function doneBy(
  db: Reader,
  ticketId: string,
  differences: readonly PlanDifference[],
): Promise<PlanChange['done_by']> {
  const request = await db
    .selectFrom('tickets')
    .select(['status', 'cancellation', 'change', 'question', 'pauses'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (!request) return null;
  const plan = await db
    .selectFrom('milestones as m')
    .leftJoin('billing_records as b', 'b.milestone_id', 'm.id')
    .select(['m.id', ...clockColumns])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
  const after = new Map(differences.map((each) => [each.milestone_id, each.after]));
  const kept = plan
    .filter(({ id }) => after.get(id) !== null)
    .map((work) => ({ ...work, ...timeOf(after.get(work.id)) }));
  const added = differences
    .filter(({ kind }) => kind === 'added')
    .map((each) => ({ ...NEW_WORK, ...timeOf(each.after) }));
  return { before: lastDate(request, plan), after: lastDate(request, [...kept, ...added]) };
}

const NEW_WORK: DatedWork = {
  status: 'PLANNED',
  estimated_minutes: 0,
  started_at: null,
  held_at: null,
  sent_back_at: null,
};

function timeOf(terms: PlanDifference['after'] | undefined) {
  if (!terms) return {};
  const { estimated_minutes, named_due_at } = terms;
  return { estimated_minutes, named_due_at: named_due_at === null ? null : new Date(named_due_at) };
}

/** Unpaid work that has begun has no date of its own; planned work is added after it. */
function lastDate(request: ClockedRequest, plan: readonly DatedWork[]): Date | null {
  const dates = planDates(request, plan, new Date())
    .map(({ due_at, expected_at }) => due_at ?? expected_at)
    .filter((date) => date !== null);
  return dates.length > 0 ? new Date(Math.max(...dates.map(Number))) : null;
}
