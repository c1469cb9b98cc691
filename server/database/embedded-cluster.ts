import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config/config.ts';
import { launch, type Programs } from './embedded-programs.ts';

const FAST_MS = 15_000;
const IMMEDIATE_MS = 5000;

/**
 * Stops the database that a killed server left running on a cluster. Call it only with the cluster's
 * lock.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const text = readIfThere(file);
  // PostgreSQL's format: process id on the first line, port on the fourth.
  const [pidLine = '', , , port = ''] = text.split('\n');
  const pid = Number(pidLine);
  if (!pid) return;
  if (isAlive(pid) && !isOurs(pid, port)) return allowStart(file, text);
  for (const [signal, patience] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
  ] as const) {
    if (!isOurs(pid, port)) return;
    process.kill(pid, signal);
    for (const deadline = Date.now() + patience; isOurs(pid, port) && Date.now() < deadline; )
      await sleep(20);
  }
}

/**
 * PostgreSQL does not start while any process has the id in its file, as may happen after a reboot. It
 * accepts our own id, our parent's, and then checks for survivors by other means.
 */
function allowStart(file: string, text: string): void {
  writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
}

/** Process ids are reused: after a reboot another program, even another PostgreSQL, may have this one. */
function isOurs(pid: number, port: string): boolean {
  const [program = '', ...args] = commandOf(pid);
  return path.basename(program) === 'postgres' && args[args.indexOf('-p') + 1] === port.trim();
}

function commandOf(pid: number): string[] {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`).split('\0');
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).split(' ');
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

interface NewCluster {
  cluster: string;
  programs: Programs;
  password: string;
  logFile: string;
}

/**
 * Creates the cluster where there is none. It gets its name when it is complete, so that a killed start
 * leaves no half of it.
 */
export async function makeCluster({
  cluster,
  programs,
  password,
  logFile,
}: NewCluster): Promise<void> {
  removeUnfinished(cluster);
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return;
  rmSync(cluster, { recursive: true, force: true });
  const unfinished = mkdtempSync(`${cluster}-new-`);
  chmodSync(unfinished, 0o700);
  own(unfinished, programs);
  const input = openPassword(`${unfinished}-password`, password, programs);
  const log = openSync(logFile, 'a', 0o600);
  const initdb = launch(programs, 'initdb', { cluster: unfinished, log, input }, [
    '-U',
    'unblock',
    '-A',
    'scram-sha-256',
    '--pwfile=/dev/fd/3',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]);
  closeSync(log);
  closeSync(input);
  const code = await new Promise<number | null>((resolve) => {
    initdb.once('error', () => resolve(null)).once('exit', resolve);
  });
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new ConfigError(`The embedded PostgreSQL could not be set up; see ${logFile}`);
  }
  renameSync(unfinished, cluster);
}

/** Removes what killed starts left; if one of their programs still runs, the next start does it. */
function removeUnfinished(cluster: string): void {
  const folder = path.dirname(cluster);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(cluster)}-new-`)) continue;
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch {}
  }
}

/** Opens the password file for initdb and unlinks it, so that no other process can find it. */
function openPassword(file: string, password: string, programs: Programs): number {
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  own(file, programs);
  const input = openSync(file, 'r');
  rmSync(file);
  return input;
}

function own(file: string, { identity }: Programs): void {
  if (identity) chownSync(file, identity.uid, identity.gid);
}
