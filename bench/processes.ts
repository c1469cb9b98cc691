import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../server/config/ports.ts';
import { START } from '../server/testing/child-env.ts';

export interface Running {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to its first answer. */
  startedIn: number;
  isRunning: () => boolean;
  stop: () => Promise<void>;
}

/** How long a server may take until it answers, and until it has ended (ms). */
const LONGEST_START = 60_000;
const LONGEST_END = 30_000;

/** Servers of the product that have not been stopped. However we end, they do not outlive us. */
const products = new Set<ChildProcess>();
process.once('exit', () => products.forEach((child) => void child.kill('SIGKILL')));

/** Stops all servers of the product that still run. */
export async function endProducts(): Promise<void> {
  await Promise.all([...products].map((child) => end(child)));
}

/**
 * The product's own server, without the web build, on a database that is there already.
 * @throws when it ends instead of answering, or does not answer in a minute
 */
export async function startProduct(settings: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...START.flags,
      ...(process.env.BENCH_NODE?.split(' ') ?? []),
      path.join(import.meta.dirname, '../server/main.js'),
    ],
    {
      env: {
        PATH: process.env.PATH,
        ...START.env,
        PORT: String(port),
        DEMO: 'off',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  products.add(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    const took = performance.now() - began;
    if (!isRunning(child) || took > LONGEST_START) throw new Error('The server did not start.');
    await sleep(10);
  }
  return running(child, url, began);
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** The practical ceiling that the product is measured against. */
export async function startBare(databaseUrl: string): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), {
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: databaseUrl },
  });
  await new Promise((resolve) => child.once('message', resolve));
  return running(child, `http://127.0.0.1:${port}`, began);
}

function running(child: ChildProcess, url: string, began: number): Running {
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: performance.now() - began,
    isRunning: () => isRunning(child),
    stop: () => end(child),
  };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function end(child: ChildProcess): Promise<void> {
  products.delete(child);
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const force = setTimeout(() => child.kill('SIGKILL'), LONGEST_END);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}

/** A mail server that takes everything and keeps nothing. */
export async function startMailSink(): Promise<{ url: string; stop: () => void }> {
  const server: Server = createServer((socket) => {
    let inData = false;
    socket.write('220 sink\r\n');
    socket.on('error', () => undefined).setEncoding('utf8');
    socket.on('data', (text: string) => {
      if (inData) {
        if (text.endsWith('\r\n.\r\n')) {
          inData = false;
          socket.write('250 kept nowhere\r\n');
        }
        return;
      }
      for (const command of text.split('\r\n').filter(Boolean)) {
        inData = /^DATA/i.test(command);
        socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => server.close() };
}
