import { expect } from 'vitest';
import type { CodeTree, Snapshot } from '#domain/code.ts';
import { readSnapshot } from '../code/read-snapshot.ts';
import { ok } from './deeds.ts';
import { upload } from './files.ts';
import type { Person, World } from './world.ts';
import { zipOf } from './write-zip.ts';

/** What a version is made from: an archive, or the files that one is made of. */
type Content = Buffer | Record<string, string | Buffer>;

interface Brought {
  milestone_id?: string;
  holds?: 'project' | 'changes';
  secrets?: 'mask' | 'share';
  name?: string;
}

/** Brings a version, as a project or for a milestone; the job has not read it yet. */
export async function bring(
  world: World,
  person: Person,
  ticketId: string,
  content: Content,
  { name = 'project.zip', ...input }: Brought = {},
): Promise<Snapshot> {
  const bytes = Buffer.isBuffer(content) ? content : zipOf(content);
  const { fileKey: file_key } = await upload(world, person, { name, content: bytes });
  const kind = input.milestone_id === undefined ? 'project' : 'delivery';
  const path = `/api/tickets/${ticketId}/snapshots`;
  return ok(await person.call<Snapshot>('POST', path, { ...input, kind, file_key }));
}

/** Does what the job queue would do next: reads a version. Answers as its author sees it. */
export async function read(world: World, person: Person, id: string): Promise<Snapshot> {
  await readSnapshot(world.context, id);
  return ok(await person.call<Snapshot>('GET', `/api/snapshots/${id}`));
}

/** Brings a version and has it read. */
export async function bringAndRead(
  ...[world, person, ...rest]: Parameters<typeof bring>
): Promise<Snapshot> {
  const { id } = await bring(world, person, ...rest);
  return read(world, person, id);
}

/** Does the same as soon as somebody has brought a version to a request. */
export async function readWhatComes(world: World, ticketId: string): Promise<void> {
  await expect
    .poll(async () => {
      const waiting = world.context.db
        .selectFrom('snapshots')
        .select('id')
        .where('state', '=', 'reading');
      const found = await waiting.where('ticket_id', '=', ticketId).executeTakeFirst();
      if (found) await readSnapshot(world.context, found.id);
      return found !== undefined;
    })
    .toBe(true);
}

/** All paths of a version, as a person reads its folders one by one. */
export async function pathsOf(person: Person, id: string, folder = ''): Promise<string[]> {
  const query = `path=${encodeURIComponent(folder)}`;
  const { items } = ok(await person.call<CodeTree>('GET', `/api/snapshots/${id}/tree?${query}`));
  const paths: string[] = [];
  for (const { type, path } of items)
    paths.push(...(type === 'file' ? [path] : await pathsOf(person, id, path)));
  return paths.sort();
}
