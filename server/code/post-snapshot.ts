import { sql } from 'kysely';
import type { SnapshotInput } from '#domain/code.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { relationOf } from '#domain/relation.ts';
import { decide } from '#domain/rulebook.ts';
import { attachableBy } from '../files/file-rows.ts';
import { whyUnreachable } from '../http/public-address.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { factsOf, type LockedTicket, lockTicket } from '../lifecycle/locked.ts';
import { pairingOf } from '../lifecycle/pairings.ts';
import { requireRoomForCode } from './code-limits.ts';
import { readLater } from './tell-snapshot.ts';

/**
 * Takes in a version of a project, which a job reads. An upload belongs to it from now on.
 * @returns its id
 * @throws Refusal `not_found`, `not_your_part`, `wrong_state` as the rulebook says, `too_many_versions`,
 *   `storage_used_up`, `invalid_input` for what is not one's own upload or no milestone of the request
 */
export async function postSnapshot(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  input: SnapshotInput,
): Promise<string> {
  const { tx, config } = change;
  requireAddress(input, config);
  const locked = await lockTicket(tx, ticketId);
  requireMayBring(viewer, locked, input);
  await requireRoomForCode(change, { ticketId, ownerId: viewer.id });
  const name = await takeUpload(change, viewer, input);
  const { number } = await tx
    .selectFrom('snapshots')
    .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const { id } = await tx
    .insertInto('snapshots')
    .values({
      ticket_id: ticketId,
      number,
      kind: input.kind,
      milestone_id: input.milestone_id ?? null,
      pairing_id: input.kind === 'delivery' ? await pairingOf(change, locked.ticket) : null,
      author_id: viewer.id,
      source: input.git_url === undefined ? 'archive' : 'git',
      name,
      ref: input.ref ?? null,
      holds: input.holds ?? null,
      choice: input.secrets ?? null,
      file_key: input.file_key ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await readLater(change, { id, ticket_id: ticketId, author_id: viewer.id });
  return id;
}

/** A project comes from whoever writes to the request, a delivery while its milestone can be submitted. */
function requireMayBring(
  viewer: Viewer,
  locked: LockedTicket,
  { kind, milestone_id }: SnapshotInput,
): void {
  const relation = relationOf(viewer, locked.ticket);
  if (relation !== 'customer' && relation !== 'developer') throw new Refusal('not_found');
  if (kind === 'project') {
    if (relation !== 'customer') throw new Refusal('not_your_part');
    return;
  }
  if (relation !== 'developer') throw new Refusal('not_your_part');
  if (!locked.milestones.some(({ id }) => id === milestone_id))
    throw invalidInput('milestone_id', 'This is no milestone of the request');
  const decision = decide('submit', relation, factsOf(locked, { milestoneId: milestone_id }));
  if (!decision.allowed) throw new Refusal(decision.code, decision.reason);
}

/** What an address says itself of where it leads; what its name stands for is asked when it is read. */
function requireAddress({ git_url }: SnapshotInput, reach: Change['config']): void {
  if (git_url === undefined) return;
  const why = whyUnreachable(git_url, reach);
  if (why !== null) throw invalidInput('git_url', why);
  const { protocol, search, hash } = new URL(git_url);
  if (protocol !== 'https:' && !reach.looksAtLoopback)
    throw invalidInput('git_url', 'Please give an address that begins with https');
  // There might be a key in it, and both sides read it.
  if (search !== '' || hash !== '')
    throw invalidInput('git_url', 'Please give the address of the repository alone');
}

/** @returns what the version is called */
async function takeUpload(
  { tx }: Change,
  viewer: Viewer,
  { file_key, git_url }: SnapshotInput,
): Promise<string> {
  if (file_key === undefined) return git_url ?? '';
  const taken = await tx
    .updateTable('files')
    .set({ status: 'taken' })
    .where('key', '=', file_key)
    .where(attachableBy(viewer.id))
    .returning('name')
    .executeTakeFirst();
  if (!taken)
    throw invalidInput('file_key', 'A file is not one of your uploads. Please upload it again.');
  return taken.name;
}
