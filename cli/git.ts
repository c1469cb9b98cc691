import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Failure } from './failure.ts';

interface Ran {
  isFine: boolean;
  out: Buffer;
  err: string;
}

interface Way {
  folder: string;
  input?: Buffer;
  env?: Record<string, string>;
  /** In a group of its own: Ctrl-C in a terminal, which goes to all of one, does not break it off. */
  isWhole?: boolean;
}

/**
 * A folder of somebody else may hold what makes a repository without `.git`, with settings that run
 * programs. Git takes none for a repository that it was not told of, and asks no program what changed.
 */
const TRUSTS_NO_FOLDER = ['-c', 'safe.bareRepository=explicit', '-c', 'core.fsmonitor=false'];

/** Runs the real git. @throws Failure where there is none */
export async function git(
  { folder, input, env = {}, isWhole = false }: Way,
  ...words: string[]
): Promise<Ran> {
  const child = spawn('git', ['-C', resolve(folder), ...TRUSTS_NO_FOLDER, ...words], {
    // Windows looks for a program where it starts before it looks elsewhere: not in a project then.
    cwd: dirname(process.execPath),
    env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: isWhole,
    windowsHide: true,
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', () => reject(new Failure('refused', 'This needs git, which is not here.')));
    child.on('close', (code) => resolve(code ?? 1));
  });
  // It may end before it has read all.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code, out, err] = await Promise.all([ended, buffer(child.stdout), buffer(child.stderr)]);
  return { isFine: code === 0, out, err: err.toString('utf8') };
}

/** Where a folder lies in its repository; null where it is in none. */
export async function repositoryOf(
  folder: string,
): Promise<{ root: string; prefix: string } | null> {
  const { isFine, out } = await git({ folder }, 'rev-parse', '--show-toplevel', '--show-prefix');
  if (!isFine) return null;
  const [root = '', prefix = ''] = out.toString('utf8').split('\n');
  return { root, prefix };
}
