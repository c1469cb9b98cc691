import type { FastifyRequest } from 'fastify';
import { addAttempt } from '../code/attempts/attempts.ts';
import { readSent } from '../code/attempts/read-upload.ts';
import { postSnapshot } from '../code/post-snapshot.ts';
import { writeShared } from '../files/shield/note-shared.ts';
import { viewerOf } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';

type Read = Awaited<ReturnType<typeof readSent>>;

/** Uploads that a new request brings beside its files. */
interface Along {
  ticketId: string;
  /** An archive. */
  project: string | null;
  /** What was read of sessions and chats; null for an upload that is not there. */
  tried: readonly Read[];
}

/**
 * Reads the sessions and chats that are to come with a new request, before its transaction.
 * @throws SecretsFound, Refusal `not_looked_through`, `not_text`, `too_much_to_read`
 */
export async function readTried(
  request: FastifyRequest,
  keys: readonly string[],
): Promise<readonly Read[]> {
  const viewer = viewerOf(request);
  // Others are refused by the call itself, and nothing is read for them.
  if (viewer.user_type !== 'customer') return [];
  const read: Read[] = [];
  // One after the other: a person has one worker at a time.
  for (const file_key of new Set(keys)) {
    read.push(await readSent(request.server.context, viewer, { file_key }, request.secretsChoice));
  }
  return read;
}

/**
 * Adds the project and what was tried to a request that was just posted: all of it comes, or none.
 * @throws Refusal `invalid_input` for what is not one's own upload, `storage_used_up`
 */
export async function bringAlong(
  change: Change,
  request: FastifyRequest,
  { ticketId, project, tried }: Along,
): Promise<void> {
  const { secretsChoice: choice, shared } = request;
  const viewer = viewerOf(request);
  if (project !== null) {
    const input = { kind: 'project' as const, file_key: project, secrets: choice ?? undefined };
    await postSnapshot(change, viewer, ticketId, input);
  }
  for (const read of tried) await addAttempt(change, viewer, ticketId, read?.attempt ?? null);
  const isNoted = shared !== null && (shared.inTexts || shared.fileKeys.length > 0);
  if (!isNoted && tried.some((read) => read?.hasSecrets))
    await writeShared(change, { by: viewer.id, ticketId });
}
