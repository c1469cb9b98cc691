/** The data folder of the embedded PostgreSQL, created once. */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config/config.ts';
import { launch, type Programs } from './embedded-programs.ts';

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
