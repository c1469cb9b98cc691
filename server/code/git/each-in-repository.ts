import * as promises from 'node:fs/promises';
import { mkdir, rm } from 'node:fs/promises';
import git from 'isomorphic-git';
import { Refusal } from '#domain/refusals.ts';
import { LookFailed, plainWords } from '../../http/guarded-look.ts';
import type { ArchiveEntry, TakeEntry } from '../intake/collect.ts';
import { cannotRead, shown } from '../intake/place.ts';
import { checkPack } from './check-pack.ts';
import { type GitReach, GuardedHttp } from './guarded-http.ts';

export interface Repository {
  url: string;
  /** A branch or tag; null for its default branch. */
  ref: string | null;
  /** A folder of this machine that is not there, for as long as it is read. */
  folder: string;
  reach: GitReach;
  /** After which all that comes over the network together is given up. */
  seconds: number;
}

/**
 * Hands over the files of a public repository: of one branch or tag, without its history.
 * @returns the branch or tag
 * @throws Refusal `project_refused`
 */
export async function eachInRepository(
  { url, ref, folder, reach, seconds }: Repository,
  take: TakeEntry,
): Promise<string | null> {
  const signal = AbortSignal.timeout(seconds * 1000);
  const fs = { promises: { ...promises, writeFile } };
  const place = { fs, gitdir: folder, cache: {} };
  try {
    await mkdir(folder, { mode: 0o700 });
    await git.init({ ...place, bare: true });
    const remote = { remote: 'origin', url: url.replace(/\/+$/, '') };
    await git.addRemote({ ...place, ...remote });
    const { fetchHead, defaultBranch } = await git.fetch({
      ...place,
      ...remote,
      http: new GuardedHttp(reach, signal),
      remoteRef: ref ?? 'HEAD',
      ...(ref !== null && { ref }),
      depth: 1,
      singleBranch: true,
      tags: false,
    });
    if (fetchHead === null) throw cannotRead('The repository is empty.');
    const { commit } = await git.readCommit({ ...place, oid: fetchHead });
    await eachInTree(place, { oid: commit.tree, path: '' }, take);
    return ref ?? defaultBranch?.replace('refs/heads/', '') ?? null;
  } catch (error) {
    throw inWords(error, { ref, lateAfter: signal.aborted ? seconds : null });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A pack is looked at before anything else reads it. */
async function writeFile(...[path, data, options]: Parameters<typeof promises.writeFile>) {
  if (String(path).endsWith('.pack')) checkPack(Buffer.from(data as Uint8Array));
  await promises.writeFile(path, data, options);
}

type Place = Pick<Parameters<typeof git.readTree>[0], 'fs' | 'gitdir' | 'cache'>;

const KINDS: Record<string, ArchiveEntry['type']> = {
  '100644': 'file',
  '100664': 'file',
  '100755': 'file',
  '120000': 'link',
  '160000': 'submodule',
  '040000': 'folder',
};

async function eachInTree(
  place: Place,
  folder: { oid: string; path: string },
  take: TakeEntry,
): Promise<void> {
  const waiting = [folder];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { tree } = await git.readTree({ ...place, oid: next.oid });
    for (const { mode, path: name, oid } of tree) {
      const path = next.path + name;
      const type = KINDS[mode] ?? 'special';
      await take({
        name: type === 'folder' ? `${path}/` : path,
        type,
        executable: mode === '100755',
        bytes: async () => bytesOf(place, oid),
      });
      if (type === 'folder') waiting.push({ oid, path: `${path}/` });
    }
  }
}

async function* bytesOf(place: Place, oid: string): AsyncGenerator<Buffer, void, undefined> {
  const { blob } = await git.readBlob({ ...place, oid });
  yield Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
}

/** What isomorphic-git says, and what a connection does, as it is told. */
function inWords(
  error: unknown,
  { ref, lateAfter }: { ref: string | null; lateAfter: number | null },
): unknown {
  if (error instanceof Refusal) return error;
  if (lateAfter !== null)
    return cannotRead(`The repository took longer than ${lateAfter} seconds.`);
  if (error instanceof LookFailed)
    return cannotRead(`The repository cannot be read. ${error.message}.`);
  const { code = '', data } = error as { code?: string; data?: { statusCode?: number } };
  if (code === 'HttpError') return cannotRead(statusInWords(data?.statusCode ?? 0));
  if (code === 'SmartHttpError' || code === 'ParseError')
    return cannotRead('There is no Git repository at this address.');
  if (code === 'NotFoundError' && ref !== null)
    return cannotRead(`The repository has no branch or tag ${shown(ref)}, or not all of it came.`);
  if (
    error instanceof Error &&
    /^(?:E(?:CONN|HOST|NET|PIPE|TIMEDOUT)|HPE|CERT|ERR_(?:TLS|SSL))/.test(code)
  )
    return cannotRead(`The repository cannot be read. ${plainWords(error)}.`);
  if (error instanceof Error && 'syscall' in error) return error;
  return cannotRead('The answer of the repository cannot be read.');
}

function statusInWords(status: number): string {
  return [401, 403, 404].includes(status)
    ? 'There is no public repository at this address.'
    : `The repository answers with an error (${status}).`;
}
