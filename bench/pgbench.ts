import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CONNECTIONS } from './load.ts';

const run = promisify(execFile);

/**
 * How often in a second PostgreSQL does a script alone: PostgreSQL's own pgbench, over as many
 * connections as the load has, statements prepared. Null, and a line that says why, where it does
 * not run.
 */
export async function pgbench(
  url: string,
  script: string,
  seconds: number,
): Promise<number | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-pgbench-'));
  try {
    const file = path.join(folder, 'script.sql');
    writeFileSync(file, script);
    const { stdout } = await run('pgbench', [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${CONNECTIONS}`,
      '--jobs=1',
      `--time=${Math.ceil(seconds)}`,
      `--file=${file}`,
      url,
    ]);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error && String(error.stderr).trim();
    console.warn(`pgbench is left out: ${said || 'it is not on the PATH'}`);
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
