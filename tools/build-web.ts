import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryFileLock } from '../server/config/file-lock.ts';
import { root, run } from './run.ts';

const inputFolders = ['web', 'domain'];
const inputFiles = [
  'vite.config.ts',
  'react-router.config.ts',
  'tools/finish-web-build.ts',
  'tools/service-worker.ts',
  'tools/web-chunks.ts',
  'package-lock.json',
];
const stampFile = join(root, 'build', '.stamp');
/** The bill of materials, beside what the browser gets. */
const partsFile = join(root, 'build', 'inventory.cdx.json');
const lockFile = join(root, '.react-router', 'build.lock');

/** Builds the web when its sources changed since the last build; says so in one line. */
export async function buildWebIfStale(): Promise<void> {
  if (await isFresh()) return;
  using _lock = await takeLock();
  // Another start may have built it while this one waited.
  const stamp = await hashInputs();
  if ((await readStamp()) === stamp) return;

  console.log('Building the web pages, their sources changed.');
  const { ok, output } = await run('react-router', ['build'], { env: { NODE_ENV: 'production' } });
  if (!ok) throw new Error(`The web build failed:\n${output.trim()}`);
  await listParts();
  await writeFile(stampFile, stamp);
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

async function isFresh(): Promise<boolean> {
  return (await readStamp()) === (await hashInputs());
}

async function readStamp(): Promise<string | undefined> {
  return existsSync(stampFile) ? readFile(stampFile, 'utf8') : undefined;
}

async function hashInputs(): Promise<string> {
  const inFolders = await Promise.all(inputFolders.map(listFiles));
  const files = [...inFolders.flat(), ...inputFiles.map((name) => join(root, name))];
  const hash = createHash('sha256');
  for (const file of files.filter((name) => existsSync(name)).toSorted()) {
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

/** Two starts must not build at once. The lock lies outside of build/, which every build empties. */
async function takeLock(): Promise<Disposable> {
  await mkdir(join(root, '.react-router'), { recursive: true });
  for (;;) {
    const lock = tryFileLock(lockFile);
    if (lock) return lock;
    await sleep(200);
  }
}

if (import.meta.main) {
  await buildWebIfStale();
  console.log('The web pages are up to date.');
}
