import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Upload } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import { limitCalls } from '../http/limit-calls.ts';
import type { Change } from '../lifecycle/change.ts';
import { upload, workOnFile } from './upload.ts';

/** The header of an upload that waits with a request. */
const HELD_HEADER = 'x-held-request';

/** @throws Refusal `not_found` */
export function heldIdOf(request: FastifyRequest): string | null {
  const sent = request.headers[HELD_HEADER];
  if (sent === undefined) return null;
  const id = z.guid().safeParse(sent);
  if (!id.success) throw new Refusal('not_found');
  return id.data;
}

/**
 * Takes in a file of somebody who has no account yet, to wait with their request.
 * @throws Refusal as `upload` does, and `not_found` for a request that does not wait
 */
export async function uploadHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  heldId: string,
): Promise<Upload> {
  await limitCalls(request, reply, { name: 'held_file', owner: heldId });
  return upload(request, null, heldId);
}

/** Gives the files that waited to the person who sent them, in the order of sending; returns their keys. */
export async function adoptHeldFiles(
  { tx }: Change,
  heldId: string,
  ownerId: string,
): Promise<string[]> {
  const adopted = await tx
    .updateTable('files')
    .set({ owner_id: ownerId, held_id: null })
    .where('held_id', '=', heldId)
    .where('status', '=', 'stored')
    .returning(['key', 'type', 'thumbnail', 'created_at'])
    .execute();
  const inOrder = adopted.toSorted((one, other) => +one.created_at - +other.created_at);
  for (const { key, type, thumbnail } of inOrder)
    await workOnFile(tx, { key, ownerId, type, is_picture: thumbnail === 'waiting' });
  return inOrder.map(({ key }) => key);
}
