import { sql } from 'kysely';
import { MAX_FILES_PER_BATCH, MAX_FILES_TOGETHER } from '#domain/file-rules.ts';
import { invalidInput } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { type AttachmentPart, attachedTo } from './file-map.ts';
import { attachableBy } from './file-rows.ts';

/** What files are attached to. */
export interface AttachTo {
  ticketId: string;
  part: AttachmentPart;
  /** Of the part; of the request itself where there is none. */
  id: string;
  /** The input that names the files. */
  field: 'files' | 'attachments' | 'file_attachments' | `evidence.${number}.file_keys`;
  /** Of a delivery: the check that they are evidence for. */
  checkId?: string;
}

/**
 * Attaches a person's own uploads, each once and for good. Those that are attached there already
 * stay, so that an edit may send all it knows. The caller has locked the request.
 * @throws Refusal `invalid_input` for a file that is not theirs, not there or attached elsewhere
 */
export async function attachFiles(
  change: Change,
  viewer: Pick<Viewer, 'id'>,
  keys: readonly string[] | undefined,
  to: AttachTo,
): Promise<void> {
  if (!keys || keys.length === 0) return;
  const there = to.checkId ? [] : await keysAttached(change, to);
  const added = keys.filter((key) => !there.includes(key));
  if (added.length === 0) return;
  requireRoom(there.length, added.length, to.field);
  // One statement takes them all, so of two that want one file exactly one gets it.
  const taken = await change.tx
    .updateTable('files')
    .set({ status: 'attached' })
    .where('key', 'in', added)
    .where(attachableBy(viewer.id))
    .returning('key')
    .execute();
  if (taken.length < added.length) {
    throw invalidInput(to.field, 'A file is not one of your uploads. Please upload it again.');
  }
  const part = to.part === null ? {} : { [to.part]: to.id, check_id: to.checkId ?? null };
  await change.tx
    .insertInto('attachments')
    .values(added.map((file_key) => ({ file_key, ticket_id: to.ticketId, ...part })))
    .execute();
}

async function keysAttached({ tx }: Change, { part, id }: AttachTo): Promise<string[]> {
  const rows = await tx
    .selectFrom('attachments as a')
    .select('file_key')
    .where(attachedTo(part, sql`${id}::uuid`))
    .execute();
  return rows.map(({ file_key }) => file_key);
}

/** @throws Refusal `invalid_input` */
function requireRoom(there: number, added: number, field: string): void {
  if (added > MAX_FILES_PER_BATCH) {
    throw invalidInput(field, `Please attach at most ${MAX_FILES_PER_BATCH} files at a time`);
  }
  if (there + added > MAX_FILES_TOGETHER) {
    throw invalidInput(field, `There can be at most ${MAX_FILES_TOGETHER} files here`);
  }
}
