import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.ts';

/** Where this program keeps what belongs to its person: tokens, and what placeholders stand for. */
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

const LOCK = { stale: 30_000, look: 100, most: 60_000 };

/** Lets one process after the other do this with a file. */
export async function withLock<Result>(file: string, act: () => Promise<Result>): Promise<Result> {
  const lock = `${file}.lock`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const until = Date.now() + LOCK.most;
  while (!(await takeLock(lock))) {
    if (Date.now() > until)
      throw new Failure('refused', `Another command holds ${lock}. Delete it if none is running.`);
    await sleep(LOCK.look);
  }
  try {
    return await act();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    // Left by a process that was killed.
    if (Date.now() - since > LOCK.stale) await rm(lock, { force: true });
    return false;
  }
}
