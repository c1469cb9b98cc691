import { sql } from 'kysely';
import { isPaid } from '#domain/billing.ts';
import type { Snapshot } from '#domain/code.ts';
import { type CodeDecision, decideCode } from '#domain/code-access.ts';
import { Refusal } from '#domain/refusals.ts';
import { type Asker, readsPairing } from '#domain/relation.ts';
import type { Database, Reader } from '../database/database.ts';
import { type Standing, standingOf } from '../files/access.ts';
import { billingOf } from '../ledger/records.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { doneAt, isDone, isPaidWork } from '../lifecycle/done.ts';

/** Versions with what decides who reads them. */
export function snapshotRows(db: Reader) {
  return db
    .selectFrom('snapshots as s')
    .leftJoin('deliveries as d', 'd.id', 's.delivery_id')
    .leftJoin('milestones as m', 'm.id', 's.milestone_id')
    .leftJoin('billing_records as b', 'b.milestone_id', 'm.id')
    .leftJoin('pairings as p', 'p.id', 's.pairing_id')
    .selectAll('s')
    .select(['d.decided_at', 'd.round', billingOf('m').as('billing'), isDone().as('is_done')])
    .select(isPaidWork().as('is_paid_work'))
    .select(['p.developer_id', 'p.shared_with']);
}

export type SnapshotRow = Awaited<ReturnType<ReturnType<typeof snapshotRows>['execute']>>[number];

/** A version that waits to be read; undefined where it does not. */
export function waitingSnapshot(db: Reader, id: string) {
  return db
    .selectFrom('snapshots')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
}

export type Waiting = NonNullable<Awaited<ReturnType<typeof waitingSnapshot>>>;

/**
 * The version that is the project of a request as it stands: the newest of what its customer brought
 * and what is done. Null where there is none.
 */
export async function headOf(db: Reader, ticketId: string): Promise<string | null> {
  const head = await db
    .selectFrom('snapshots as s')
    .leftJoin('deliveries as d', 'd.id', 's.delivery_id')
    .leftJoin('milestones as m', 'm.id', 'd.milestone_id')
    .select('s.id')
    .where('s.ticket_id', '=', ticketId)
    .where('s.state', '=', 'ready')
    .where((where) => where.or([where('s.kind', '=', 'project'), isDone()]))
    .orderBy(sql`coalesce(${doneAt}, s.created_at)`, 'desc')
    .orderBy('s.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head?.id ?? null;
}

/** A version as one person may know of it. */
export interface SeenSnapshot {
  row: SnapshotRow;
  decision: CodeDecision;
  /** Whether it belongs to who has the request now, since they took it. */
  isOfNow: boolean;
}

/** Null for a version that the viewer may not even know of. */
export function asSeenSnapshot(
  row: SnapshotRow,
  viewer: Asker,
  { relation, reserved, ticket }: Standing,
): SeenSnapshot | null {
  const { pairing_id, developer_id, shared_with } = row;
  const pairing = pairing_id === null ? null : { id: pairing_id, developer_id, shared_with };
  const decision = decideCode({
    kind: row.kind,
    state: row.state,
    mine: row.author_id === viewer.id,
    relation,
    reserved,
    submitted: row.delivery_id !== null,
    accepted: row.is_done,
    paid: isPaid(row.billing) && row.is_paid_work,
    reads: readsPairing(viewer, ticket, pairing),
  });
  return decision && { row, decision, isOfNow: pairing_id === ticket.pairing_id };
}

/**
 * A version that a person may know of; opening it may still be refused.
 * @throws Refusal `not_found`
 */
export async function snapshotSeenBy(db: Reader, viewer: Asker, id: string): Promise<SeenSnapshot> {
  const row = await snapshotRows(db).where('s.id', '=', id).executeTakeFirst();
  const standing = row && (await standingOf(db, viewer, row.ticket_id));
  const seen = row && standing && asSeenSnapshot(row, viewer, standing);
  if (!seen) throw new Refusal('not_found');
  return seen;
}

/** What of a version somebody wants to read. */
export type CodePart = 'names' | 'contents';

/** A version that is ready, with the hash of its top folder. */
export type ReadySnapshot = SnapshotRow & { root: Buffer };

/**
 * A version whose names or contents a person may read now, without a look into it.
 * @throws Refusal `not_found`, or why what they know of stays closed
 */
export async function readableSnapshot(
  db: Reader,
  viewer: Asker,
  { id, part }: { id: string; part: CodePart },
): Promise<ReadySnapshot> {
  const { row, decision } = await snapshotSeenBy(db, viewer, id);
  if (decision.opens !== 'contents' && decision.opens !== part)
    throw new Refusal(decision.code, decision.reason);
  const { root } = row;
  if (root === null) throw new Refusal('not_found');
  return { ...row, root };
}

/**
 * The same for somebody who reads it: a moderator's look into contents is written down.
 * @throws Refusal like `readableSnapshot`
 */
export async function snapshotToRead(
  db: Database,
  viewer: Asker,
  { id, part, after = {} }: { id: string; part: CodePart; after?: Record<string, unknown> },
): Promise<ReadySnapshot> {
  const row = await readableSnapshot(db, viewer, { id, part });
  if (viewer.user_type === 'moderator' && part === 'contents') {
    await writeAudit({ tx: db }, viewer, {
      action: 'code_opened',
      target: { type: 'request', id: row.ticket_id },
      ticket_id: row.ticket_id,
      after: { version: row.number, ...after },
    });
  }
  return row;
}

/** A version as the API returns it to somebody who knows of it. */
export function asSnapshot(
  { row, decision, isOfNow }: SeenSnapshot,
  viewer: Asker,
  headId: string | null,
): Snapshot {
  const mine = row.author_id === viewer.id;
  const isWaiting = row.kind === 'delivery' && row.delivery_id === null;
  const fits = row.state === 'ready' && row.parent_id === headId;
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    number: row.number,
    kind: row.kind,
    milestone_id: row.milestone_id,
    delivery_id: row.delivery_id,
    stays_behind: isWaiting && !isOfNow && !fits,
    parent_id: row.parent_id,
    author_id: row.author_id,
    source: row.source,
    name: row.name,
    ref: row.ref,
    state: row.state,
    trouble: row.trouble,
    files: row.files,
    bytes: row.bytes,
    left_out: row.left_out,
    is_head: row.id === headId,
    opens: decision.opens,
    why_closed: decision.opens === 'contents' ? null : decision.reason,
    secrets: mine ? row.secrets : [],
    rotate: mine ? row.rotate : [],
    is_masked: row.is_masked,
    packet: row.packet,
    report: row.report,
    must_keep: row.must_keep,
    created_at: row.created_at,
  };
}
