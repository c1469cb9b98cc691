import { sql } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import type { Rotation } from '#domain/secret.ts';
import type { Database, Reader } from '../../database/database.ts';
import { standingOf } from '../../files/access.ts';
import { doneAt, isDone } from '../../lifecycle/done.ts';
import {
  headOf,
  type ReadySnapshot,
  readableSnapshot,
  snapshotSeenBy,
  snapshotToRead,
} from '../snapshot-rows.ts';
import type { DoneMilestone } from './pack-texts.ts';
import type { Kept } from './rules-section.ts';

/** The project as it stands, and what its customer brought that it was made from. */
export interface HandedBack {
  head: ReadySnapshot;
  base: ReadySnapshot | null;
  /** Versions that are done and not in it: their money was given back. */
  closed: string[];
}

/**
 * What is handed back of a request to its customer, or to a moderator who looks into it.
 * @throws Refusal `not_found`, `not_your_part` for the developer, `nothing_handed_back` before a delivery
 *   with code is done, or why it stays closed
 */
export async function handedBack(db: Reader, viewer: Asker, ticketId: string): Promise<HandedBack> {
  const standing = await standingOf(db, viewer, ticketId);
  if (!standing) throw new Refusal('not_found');
  const { relation } = standing;
  if (relation !== 'customer' && relation !== 'moderator') throw new Refusal('not_your_part');
  const headId = await headOf(db, ticketId);
  if (headId === null || !(await isAnyDone(db, ticketId))) {
    throw new Refusal('nothing_handed_back');
  }
  const { id, closed } = await openFrom(db, viewer, headId);
  const part = 'contents';
  // Nothing that is done stays open: why is said of the last one.
  const isOpen = closed.length === 0 || (await isAnyDone(db, ticketId, closed));
  const head = await readableSnapshot(db, viewer, { id: isOpen ? id : headId, part });
  const baseId = await broughtBefore(db, head.id);
  const base = baseId === null ? null : await readableSnapshot(db, viewer, { id: baseId, part });
  return { head, base, closed };
}

/** The newest version that is open to somebody, from one on back, and those that are not. */
async function openFrom(db: Reader, viewer: Asker, headId: string) {
  const closed: string[] = [];
  for (let id = headId; ; ) {
    const { row, decision } = await snapshotSeenBy(db, viewer, id);
    if (decision.opens === 'contents' || row.parent_id === null) return { id, closed };
    closed.push(id);
    id = row.parent_id;
  }
}

/**
 * The same for somebody who takes it; a moderator's look is written down.
 * @throws Refusal like `handedBack`
 */
export async function handBackToTake(
  db: Database,
  viewer: Asker,
  ticketId: string,
): Promise<HandedBack> {
  const found = await handedBack(db, viewer, ticketId);
  await snapshotToRead(db, viewer, { id: found.head.id, part: 'contents' });
  return found;
}

/** Not simply the customer's newest: what they brought beside a delivery is not undone by it. */
async function broughtBefore(db: Reader, headId: string): Promise<string | null> {
  for (let id: string | null = headId; id !== null; ) {
    const version = await db
      .selectFrom('snapshots')
      .select(['kind', 'parent_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (version.kind === 'project') return id;
    id = version.parent_id;
  }
  return null;
}

async function isAnyDone(
  db: Reader,
  ticketId: string,
  closed: readonly string[] = [],
): Promise<boolean> {
  const found = await db
    .selectFrom('snapshots as s')
    .innerJoin('deliveries as d', 'd.id', 's.delivery_id')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .select('s.id')
    .where('s.ticket_id', '=', ticketId)
    .where(isDone())
    .where(isOpenWithout(closed))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What the customer of a request asked for. */
export async function askedFor(db: Reader, ticketId: string): Promise<string> {
  const { description } = await db
    .selectFrom('tickets')
    .select('description')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return description;
}

/** The milestones of a request whose deliveries are done and handed back, in that order. */
export async function doneMilestones(db: Reader, found: HandedBack): Promise<DoneMilestone[]> {
  return doneOf(db, found)
    .select(['m.title', 'm.description', 'd.message', 'd.submitted_at', 'd.decided_at'])
    .select(
      sql<DoneMilestone['checks']>`(select coalesce(json_agg(json_build_object('text', c.text,
          'state', c.state, 'evidence', r.text, 'url', r.url) order by c.position), '[]')
        from checks c left join check_results r on r.check_id = c.id and r.delivery_id = d.id
        where c.milestone_id = m.id)`.as('checks'),
    )
    .execute();
}

/** What must not be undone, by the versions that are handed back. */
export async function keptOf(db: Reader, found: HandedBack): Promise<Kept[]> {
  const rows = await doneOf(db, found)
    .innerJoin('snapshots as s', 's.delivery_id', 'd.id')
    .select(['m.title', 's.must_keep'])
    .execute();
  return rows.flatMap(({ title, must_keep }) => (must_keep === null ? [] : [{ title, must_keep }]));
}

/** Whether a delivery `d` is none of those with these versions. */
const isOpenWithout = (closed: readonly string[]) =>
  sql<boolean>`not exists (select from snapshots c
    where c.delivery_id = d.id and c.id = any(${closed}::uuid[]))`;

function doneOf(db: Reader, { head, closed }: HandedBack) {
  return db
    .selectFrom('milestones as m')
    .innerJoin('deliveries as d', 'd.milestone_id', 'm.id')
    .where('m.ticket_id', '=', head.ticket_id)
    .where(isDone())
    .where(isOpenWithout(closed))
    .orderBy(doneAt)
    .orderBy('m.position');
}

/** The keys in what this person brought: those that were masked, and whether some were shared as they were. */
export async function keysOf(
  db: Reader,
  { ticketId, personId }: { ticketId: string; personId: string },
): Promise<{ masked: Rotation[]; hasShared: boolean }> {
  const rows = await db
    .selectFrom('snapshots')
    .select('rotate')
    .where('ticket_id', '=', ticketId)
    .where('author_id', '=', personId)
    .where('state', '=', 'ready')
    .orderBy('number')
    .execute();
  const shared = await db
    .selectFrom('ticket_history')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('actor_id', '=', personId)
    .where('event', '=', 'secrets_shared')
    .limit(1)
    .executeTakeFirst();
  return { masked: rows.flatMap(({ rotate }) => rotate), hasShared: shared !== undefined };
}
