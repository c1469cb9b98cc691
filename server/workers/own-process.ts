import { type ChildProcessByStdio, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { TaskError } from './task-error.ts';

/** One of our programs that reads untrusted bytes from its input and writes its result. */
export interface Program {
  file: string;
  args: readonly string[];
  seconds: number;
  /** Of its JavaScript heap; addons are not counted. */
  heapMb: number;
  outputBytes: number;
}

/** What a program may read: its code and the libraries. No stored file, and nothing else. */
const ROOT = path.join(import.meta.dirname, '../..');
const READABLE = ['server', 'domain', 'node_modules', 'package.json'];

/**
 * Runs a program on bytes in a process of its own, without environment, files other than code, writing,
 * child processes and network, as far as Node can enforce it. Only the operating system limits the code
 * of addons.
 * @throws TaskError
 */
export async function runOnBytes(program: Program, bytes: Buffer): Promise<Buffer> {
  const child = start(program);
  let trouble: 'slow' | 'large' | null = null;
  const end = (why: typeof trouble) => {
    trouble ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('slow'), program.seconds * 1000);
  try {
    // A program that ended early is reported by its exit.
    child.stdin.on('error', () => undefined).end(bytes);
    const [{ code, signal }, output] = await Promise.all([
      untilEnd(child),
      collect(child.stdout, program.outputBytes, () => end('large')),
    ]);
    if (code === 0 && trouble === null) return output;
    throw new TaskError(trouble ?? (signal ? 'large' : 'failed'));
  } finally {
    clearTimeout(timer);
    end(null);
  }
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

function start({ file, args, heapMb }: Program): Child {
  const flags = [
    '--permission',
    '--allow-addons',
    ...READABLE.map((part) => `--allow-fs-read=${path.join(ROOT, part)}`),
    `--max-old-space-size=${heapMb}`,
    '--no-warnings',
  ];
  return spawn(process.execPath, [...flags, file, ...args], {
    cwd: path.parse(process.execPath).root,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** @throws TaskError `busy` where the machine cannot start a process */
function untilEnd(child: Child): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new TaskError('busy', error)));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

async function collect(output: Readable, most: number, tooMuch: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) tooMuch();
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
