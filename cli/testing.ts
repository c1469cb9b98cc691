/** The command line as people run it: the built file, in a process of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { buildCli } from './build.ts';

/** The oldest that it is for, where a machine has it; tests run on the newest themselves. */
export const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => existsSync(file));

let built: Promise<string> | undefined;

/** The file that is published, made once for each process of tests. */
export function builtCli(): Promise<string> {
  built ??= buildOnce();
  return built;
}

function buildOnce(): Promise<string> {
  return buildCli(newFolder('unblock-cli-'));
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Gone when the tests have ended. */
function newFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  folders.push(folder);
  return folder;
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

interface Way {
  env?: Record<string, string>;
  input?: string | Buffer;
  cwd?: string;
  node?: string;
}

/** Somebody's machine: a home of its own, in which the command line runs. */
export class Machine {
  readonly home: string;
  readonly server: string;

  constructor(server: string) {
    this.server = server;
    this.home = newFolder('unblock-home-');
  }

  /** Begins a command, whose output can be followed. */
  async start(words: string[], { env = {}, cwd, node }: Way = {}) {
    const { PATH = '' } = process.env;
    return spawn(node ?? process.execPath, [await builtCli(), ...words], {
      cwd: cwd ?? this.home,
      env: { PATH, HOME: this.home, UNBLOCK_SERVER: this.server, CI: '1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  async run(words: string[], way: Way = {}): Promise<Ran> {
    const child = await this.start(words, way);
    child.stdin.end(way.input ?? '');
    return ended(child);
  }

  /** The JSON that a command answers. */
  async json<Answer = Record<string, unknown>>(words: string[], way: Way = {}): Promise<Answer> {
    const { code, out, err } = await this.run([...words, '--json'], way);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out);
  }

  /** A folder with these files in it. */
  async folder(name: string, files: Record<string, string>): Promise<string> {
    const folder = path.join(this.home, name);
    for (const [file, content] of Object.entries(files)) {
      const whole = path.join(folder, file);
      await mkdir(path.dirname(whole), { recursive: true });
      await writeFile(whole, content);
    }
    return folder;
  }
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  child.stdin.on('error', () => undefined);
  const code = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, err };
}

/** Waits until a command has said what fits, on standard error; resolves to what is in brackets. */
export function said(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  let all = '';
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (part: Buffer) => {
      all += part.toString();
      const found = pattern.exec(all);
      if (found) resolve(found[1] ?? '');
    });
    child.on('close', () => reject(new Error(all)));
  });
}

/** The code that a sign-in shows. */
export const SHOWN_CODE = /\n {2}([A-Z]{4}-[A-Z]{4})\n/;
