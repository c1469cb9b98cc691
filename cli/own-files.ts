import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { beforeStop } from './stop.ts';
import { say } from './tell.ts';

/** Where this program keeps what belongs to its person: tokens, and the salt of its placeholders. */
export function ownFolder(kind: 'config' | 'state'): string {
  const { env, platform } = process;
  if (platform === 'win32')
    return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'unblock');
  const given = kind === 'config' ? env.XDG_CONFIG_HOME : env.XDG_STATE_HOME;
  const usual = kind === 'config' ? ['.config'] : ['.local', 'state'];
  return join(given || join(homedir(), ...usual), 'unblock');
}

/** What a file of ours holds; null where it is not there or is damaged. */
export async function readOwn<Content>(file: string): Promise<Content | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  try {
    return text === null ? null : (JSON.parse(text) as Content);
  } catch {
    return null;
  }
}

/** Writes it whole or not at all, readable by its person alone. */
export async function writeOwn(file: string, content: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${process.pid}.new`;
  await writeFile(beside, JSON.stringify(content), { mode: 0o600 });
  await rename(beside, file);
}

/**
 * Stale after more than the longest that is done with one, which is to renew a sign-in. Whoever waits for
 * more than a moment is told so.
 */
const LOCK = { stale: 45_000, look: 100, quiet: 1000, most: 60_000 };

/** Lets one process after the other do this with a file. Ctrl-C waits until it is done. */
export async function withLock<Result>(file: string, act: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`;
  const own = randomUUID();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const since = Date.now();
  let isSaid = false;
  while (!(await takeLock(lock, own))) {
    const waited = Date.now() - since;
    if (waited > LOCK.most)
      throw new Failure('refused', `Another command holds ${lock}. Delete it if none is running.`);
    if (waited > LOCK.quiet && !isSaid) {
      say(`Waiting for another command. If none is running, delete ${lock}`);
      isSaid = true;
    }
    await sleep(LOCK.look);
  }
  return beforeStop(async () => {
    try {
      return await act();
    } finally {
      // It may have been taken for stale, and be somebody else's now.
      const holder = await readFile(lock, 'utf8').catch(() => null);
      if (holder === own) await rm(lock, { force: true });
    }
  });
}

async function takeLock(lock: string, own: string): Promise<boolean> {
  if (await isMade(lock, own)) return true;
  await removeStale(lock);
  return false;
}

/** Makes a file that is not there; answers whether it was not. */
async function isMade(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** What a process that was killed has left is removed by one alone, or the second would remove the first one's. */
async function removeStale(lock: string): Promise<void> {
  const since = await changedAt(lock);
  if (since === null || Date.now() - since <= LOCK.stale) return;
  const claim = `${lock}.${since}`;
  if (!(await isMade(claim, ''))) return;
  if ((await changedAt(lock)) === since) await rm(lock, { force: true });
  await rm(claim, { force: true });
}

function changedAt(file: string): Promise<number | null> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}
