import { HOUR_MS } from '#domain/milliseconds.ts';
import { Refusal } from '#domain/refusals.ts';
import { DRAFT_HOURS, MAX_DRAFTS, type RequestDraft } from '#domain/request-draft.ts';
import type { RequestDraftInput } from '#domain/ticket.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';

/**
 * Keeps a request that a program has prepared, until its owner opens it. The oldest makes room.
 * @throws Refusal `not_your_part` for all but customers
 */
export async function keepDraft(
  { tx }: Change,
  viewer: Viewer,
  { files = [], project, attempts, ...request }: RequestDraftInput,
): Promise<RequestDraft> {
  if (viewer.user_type !== 'customer') throw new Refusal('not_your_part');
  const { id } = await tx
    .insertInto('request_drafts')
    .values({
      user_id: viewer.id,
      request: JSON.stringify(request),
      file_keys: files,
      project_key: project ?? null,
      attempt_keys: attempts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const newest = tx
    .selectFrom('request_drafts')
    .select('id')
    .where('user_id', '=', viewer.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_DRAFTS);
  await tx
    .deleteFrom('request_drafts')
    .where('user_id', '=', viewer.id)
    .where('id', 'not in', newest)
    .where('id', '<>', id)
    .execute();
  return draftFor(tx, viewer, id);
}

/** @throws Refusal `not_found` for one of somebody else, or one that has expired */
export async function draftFor(db: Reader, viewer: Viewer, id: string): Promise<RequestDraft> {
  const draft = await db
    .selectFrom('request_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('created_at', '>', new Date(Date.now() - DRAFT_HOURS * HOUR_MS))
    .executeTakeFirst();
  if (!draft) throw new Refusal('not_found');
  const { file_keys, project_key, attempt_keys } = draft;
  const projects = project_key === null ? [] : [project_key];
  const waiting = await waitingFiles(db, viewer, [...file_keys, ...projects, ...attempt_keys]);
  const those = (keys: readonly string[]) =>
    waiting.filter(({ fileKey }) => keys.includes(fileKey));
  return {
    id,
    request: draft.request as RequestDraft['request'],
    files: those(file_keys),
    project: those(projects)[0] ?? null,
    attempts: those(attempt_keys),
    expires_at: new Date(draft.created_at.getTime() + DRAFT_HOURS * HOUR_MS),
  };
}

/** @throws Refusal `not_found` for one of somebody else */
export async function dropDraft(
  { tx }: Change,
  { id: user_id }: Viewer,
  id: string,
): Promise<void> {
  const dropped = await tx
    .deleteFrom('request_drafts')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst();
  if (!dropped) throw new Refusal('not_found');
}

/** The person's uploads that are attached to nothing yet. */
async function waitingFiles(db: Reader, { id }: Viewer, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('files')
    .select(['key', 'name', 'size', 'type'])
    .where('key', 'in', keys)
    .where('owner_id', '=', id)
    .where('status', '=', 'stored')
    .orderBy('created_at')
    .execute();
  return rows.map(({ key, name, size, type }) => ({
    fileKey: key,
    name,
    size: size ?? 0,
    type: type ?? '',
  }));
}
