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
  stop: () => Promise<void>;
}

/** The product's own server, without the web build, on a database that is there already. */
export async function startProduct(settings: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...START.flags,
      ...(process.env.BENCH_NODE?.split(' ') ?? []),
      path.join(import.meta.dirname, '../server/testing/serve.js'),
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
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await sleep(10);
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: performance.now() - began,
    stop: () => end(child, 'SIGTERM'),
  };
}

/** The practical ceiling that the product is measured against. */
export async function startBare(databaseUrl: string): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), {
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: databaseUrl },
  });
  await new Promise((resolve) => child.once('message', resolve));
  const startedIn = performance.now() - began;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    startedIn,
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
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
