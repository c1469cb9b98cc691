/** A killed server leaves its database running. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

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
