import { chmod, lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Snapshot } from '../domain/code.ts';
import { paths } from '../domain/paths.ts';
import { PROJECT_LIMITS } from '../domain/project-limits.ts';
import { shortId } from '../domain/ticket-words.ts';
import { ofRepositories } from '../server/code/intake/repositories.ts';
import { eachInZip, type Packed } from '../server/files/shield/zip.ts';
import { Api } from './api.ts';
import type { At } from './at.ts';
import { Failure } from './failure.ts';
import { asId, requestMeant } from './find-request.ts';
import { oneLine } from './plain.ts';
import { placeBelow, whyUnsafe } from './safe-path.ts';
import { withFolder } from './stop.ts';

export interface DownloadOptions {
  number?: string;
}

interface LeftOut {
  path: string;
  reason: string;
}

/** Fetches a version of a request's project that is open to its reader, into a new folder. Runs nothing of it. */
export async function download(
  at: At,
  given: string | undefined,
  into: string | undefined,
  { number: wanted }: DownloadOptions,
): Promise<void> {
  const { terminal, server } = at;
  const api = new Api(at);
  const ticket = await requestMeant(api, given);
  const id = asId(ticket.id);
  const side = ticket.relation === 'customer' ? 'customer' : 'developer';
  const page = server + paths.planTab(side, id, 'code');
  const version = await versionMeant(api, id, wanted, page);
  const folder = resolve(into ?? `project-${shortId(id)}`);
  await requireFree(folder);
  terminal.progress(`Fetching version ${version.number}…`);
  const zip = await api.bytes(`/snapshots/${asId(version.id)}/archive`);
  const { files, leftOut } = await unpackInto(folder, zip, (words) => terminal.progress(words));
  for (const { path, reason } of leftOut) terminal.note(`Left out: ${oneLine(path)} ${reason}`);
  terminal.answer(
    { version: version.number, folder, files, left_out: leftOut },
    `Version ${version.number} is in ${oneLine(folder)}: ${files} files. Look at it before you run any of it.
So that "unblock deliver" finds your changes: git init && git add -A && git commit -m "As it came"`,
  );
}

/** The one that is named, or the project as it stands. */
async function versionMeant(
  api: Api,
  id: string,
  wanted: string | undefined,
  page: string,
): Promise<Snapshot> {
  const { items } = await api.get<{ items: Snapshot[] }>(`/tickets/${id}/snapshots`);
  const named = items.filter((each) =>
    wanted === undefined ? each.is_head : String(each.number) === wanted,
  );
  const open = named.find(({ opens, state }) => opens === 'contents' && state === 'ready');
  if (open) return open;
  const why = named[0]?.why_closed ?? 'There is no such version of the project.';
  throw new Failure('notFound', `${why} ${page}`);
}

/** Nothing that is there already is written over. @throws Failure `usage` */
async function requireFree(folder: string): Promise<void> {
  const isTaken = await lstat(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Failure('usage', `${folder} is there already. Name another folder.`);
}

/** Unpacks into a folder of its own, which becomes this one once it is whole. */
async function unpackInto(folder: string, zip: Buffer, progress: (words: string) => void) {
  await mkdir(dirname(folder), { recursive: true });
  return withFolder(join(dirname(folder), `.${basename(folder)}-`), async (own) => {
    const unpacked = await unpack(own, zip, progress).catch(inWords);
    await rename(own, folder);
    return unpacked;
  });
}

function inWords(error: unknown): never {
  if (error instanceof Failure) throw error;
  throw new Failure('unreachable', 'What the server sent is no project. Nothing was kept.');
}

async function unpack(folder: string, zip: Buffer, progress: (words: string) => void) {
  const leftOut: LeftOut[] = [];
  const isOfRepository = ofRepositories(await pathsIn(zip));
  let [files, room] = [0, PROJECT_LIMITS.bytes];
  await eachInZip(zip, async (entry) => {
    if (entry.isFolder) return;
    // One more is what stands for keys.
    if (files + leftOut.length > PROJECT_LIMITS.files) throw new Error('too many files');
    if (files % 100 === 0) progress(`Writing file ${files + 1}…`);
    const bytes = await entry.unpack(room);
    room -= bytes.length;
    const reason = isOfRepository(entry.path)
      ? 'belongs to Git'
      : await written(folder, entry, bytes);
    if (reason === null) files++;
    else leftOut.push({ path: entry.path, reason });
  });
  return { files, leftOut };
}

/** Of the files that are written; what whole folders say together is seen in no single one. */
async function pathsIn(zip: Buffer): Promise<string[]> {
  const all: string[] = [];
  await eachInZip(zip, async ({ path, isFolder }) => {
    if (!isFolder && whyUnsafe(path) === null) all.push(path);
    if (all.length > PROJECT_LIMITS.files + 1) throw new Error('too many files');
  });
  return all;
}

const KIND = 0o170000;
const PLAIN_FILE = 0o100000;

/** Writes one file, and never over another. Answers why it was not. */
async function written(
  folder: string,
  { path, kept: { mode = PLAIN_FILE } }: Packed,
  bytes: Buffer,
): Promise<string | null> {
  const unsafe = whyUnsafe(path);
  if (unsafe !== null) return unsafe;
  if ((mode & KIND) !== 0 && (mode & KIND) !== PLAIN_FILE) return 'is no plain file';
  const whole = placeBelow(folder, path);
  if (whole === null) return 'leads out of the project';
  try {
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, bytes, { flag: 'wx' });
    if (mode & 0o100) await chmod(whole, 0o755);
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Two names that this machine takes for one.
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) return 'has the name of another file here';
    throw new Failure('refused', `${oneLine(path)} cannot be written: ${code}`);
  }
}
