import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { tryFileLock } from '../server/config/file-lock.ts';
import { root, run } from './run.ts';

/** Something that is made of sources, once for each state of them. */
interface Build {
  says: string;
  folders: string[];
  files: string[];
  /** Where it is made, if it works there alone. */
  place?: string;
  isBuilt: (stamp: string) => boolean | Promise<boolean>;
  make: (stamp: string) => Promise<void>;
}

const stampFile = join(root, 'build', '.stamp');
/** The bill of materials, beside what the browser gets. */
const partsFile = join(root, 'build', 'inventory.cdx.json');
/**
 * A folder for each state of the sources: a server that runs may still read a file of its own. Outside of
 * build/, which the web's build empties, as is the lock.
 */
const serverFolder = join(root, 'dist');
const KEPT_SERVERS = 2;
const UNFINISHED = '.unfinished';
const lockFolder = join(root, '.react-router');

const web: Build = {
  says: 'Building the web pages, their sources changed.',
  folders: ['web', 'domain'],
  files: [
    'vite.config.ts',
    'react-router.config.ts',
    'tools/finish-web-build.ts',
    'tools/service-worker.ts',
    'tools/web-chunks.ts',
    'package-lock.json',
  ],
  isBuilt: async (stamp) => existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp,
  make: async (stamp) => {
    const { ok, output } = await run('react-router', ['build'], {
      env: { NODE_ENV: 'production' },
    });
    if (!ok) throw new Error(`The web build failed:\n${output.trim()}`);
    await listParts();
    await writeFile(stampFile, stamp);
  },
};

const server: Build = {
  says: "Building the server's files, their sources changed.",
  folders: ['server', 'domain'],
  files: ['rolldown.config.ts', 'package-lock.json'],
  // It names its workers, fonts and migrations by their full paths.
  place: root,
  isBuilt: async (stamp) => {
    const isThere = existsSync(serverFile(stamp));
    // It may be an older one that is used again. Who may not write here builds nothing that removes it.
    if (isThere)
      await utimes(join(serverFolder, stamp), new Date(), new Date()).catch(() => undefined);
    return isThere;
  },
  make: async (stamp) => {
    const folder = join(serverFolder, stamp);
    const unfinished = folder + UNFINISHED;
    const { ok, output } = await run('rolldown', ['-c', 'rolldown.config.ts', '-d', unfinished]);
    if (!ok) throw new Error(`The build of the server failed:\n${output.trim()}`);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    await removeOldServers();
  },
};

/** Builds whatever is out of date. */
export async function buildIfStale(): Promise<void> {
  await buildWebIfStale();
  await buildServerIfStale();
}

/** Builds the web when its sources changed since the last build; says so in one line. */
export async function buildWebIfStale(): Promise<void> {
  await makeIfStale(web);
}

/**
 * Builds the server's files when their sources changed; says so in one line.
 * @returns the address of the file to start from, which exports what `server/start/process.ts` does
 */
export async function buildServerIfStale(): Promise<string> {
  return pathToFileURL(serverFile(await makeIfStale(server))).href;
}

/** @returns the hash of the sources that it was built from */
async function makeIfStale(build: Build): Promise<string> {
  const found = await hashInputs(build);
  if (await build.isBuilt(found)) return found;
  using _lock = await takeLock();
  // Another start may have built it while this one waited.
  const stamp = await hashInputs(build);
  if (await build.isBuilt(stamp)) return stamp;
  console.log(build.says);
  await build.make(stamp);
  return stamp;
}

function serverFile(stamp: string): string {
  return join(serverFolder, stamp, 'process.js');
}

async function removeOldServers(): Promise<void> {
  const folders = (await readdir(serverFolder)).map((name) => join(serverFolder, name));
  const isUnfinished = (folder: string) => folder.endsWith(UNFINISHED);
  const unfinished = folders.filter(isUnfinished);
  const whole = folders.filter((folder) => !isUnfinished(folder));
  const used = new Map<string, number>();
  for (const folder of whole) used.set(folder, (await stat(folder)).mtimeMs);
  const old = whole.toSorted((a, b) => (used.get(b) ?? 0) - (used.get(a) ?? 0)).slice(KEPT_SERVERS);
  for (const folder of [...unfinished, ...old]) await rm(folder, { recursive: true, force: true });
}

/**
 * What the product is made of, for whoever has to know (CycloneDX, by npm, which asks nobody). Only
 * said where it fails: no start may fail because the machine's npm is an old one.
 */
async function listParts(): Promise<void> {
  // With what only tests need, marked as such: npm leaves out too much when it is to leave that out.
  const args = ['sbom', '--package-lock-only', '--include=dev', '--sbom-format=cyclonedx'];
  const options = { minutes: 1, separate: true };
  const { ok, output } = await run('npm', [...args, '--sbom-type=application'], options);
  if (ok) await writeFile(partsFile, output);
  else console.warn(`No list of parts was made: npm sbom says ${output.trim().split('\n')[0]}`);
}

async function hashInputs({ folders, files, place = '' }: Build): Promise<string> {
  const inFolders = await Promise.all(folders.map(listFiles));
  const all = [...inFolders.flat(), ...files.map((name) => join(root, name))];
  const hash = createHash('sha256').update(place);
  for (const file of all.filter((name) => existsSync(name)).toSorted()) {
    const content = await readFile(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/^\.|\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Two starts must not build at once. */
async function takeLock(): Promise<Disposable> {
  await mkdir(lockFolder, { recursive: true });
  for (;;) {
    const lock = tryFileLock(join(lockFolder, 'build.lock'));
    if (lock) return lock;
    await sleep(200);
  }
}

if (import.meta.main) {
  await buildIfStale();
  console.log('All is built.');
}
