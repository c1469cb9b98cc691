import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the repository, whatever the current directory is. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const localBin = join(root, 'node_modules', '.bin');

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** Show the output as it comes instead of only collecting it. */
  live?: boolean;
  minutes?: number;
  /** Of a command that worked only what it answers, without its warnings. */
  separate?: boolean;
}

export interface RunResult {
  ok: boolean;
  output: string;
}

/** Runs a command, ours from node_modules before the system's, and collects what it prints. */
export async function run(
  command: string,
  args: readonly string[],
  { env = {}, live = false, minutes = 15, separate = false }: RunOptions = {},
): Promise<RunResult> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...colors(), PATH: pathWithLocalBin(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let answer = '';
  const take = (chunk: string) => {
    output += chunk;
    if (live) process.stdout.write(chunk);
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
    take(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', take);

  const problem = await ended(child, minutes);
  if (problem) take(`\n${command}: ${problem}\n`);
  const ok = problem === undefined;
  return { ok, output: ok && separate ? answer : output };
}

/** The search path with this repository's own commands first, its Node.js among them. */
export function pathWithLocalBin(): string {
  return [localBin, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
}

// A child that writes to our pipe cannot see for itself whether a terminal shows it.
function colors(): NodeJS.ProcessEnv {
  return process.stdout.isTTY
    ? { FORCE_COLOR: '1', NO_COLOR: undefined }
    : { FORCE_COLOR: undefined, NO_COLOR: '1' };
}

async function ended(child: ChildProcess, minutes: number): Promise<string | undefined> {
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);
  let late = false;
  const soft = setTimeout(() => {
    late = true;
    stop();
  }, minutes * 60_000);
  const hard = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000 + 10_000);
  try {
    const exit = await exitOf(child);
    return late ? `stopped after ${minutes} minutes` : exit;
  } finally {
    clearTimeout(soft);
    clearTimeout(hard);
    process.off('exit', stop);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

function exitOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const problem = code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`;
      // A grandchild left behind may hold the pipes open for ever; the rest of the output may not.
      const grace = setTimeout(() => resolve(problem), 2000);
      child.once('close', () => {
        clearTimeout(grace);
        resolve(problem);
      });
    });
  });
}
