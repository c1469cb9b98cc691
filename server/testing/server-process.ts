/** Servers as processes of their own, as `npm start` makes them: for what only a process can show. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, onTestFinished } from 'vitest';
import { buildServerIfStale } from '../../tools/build.ts';
import { CHILD_ENV, START } from './child-env.ts';
import { portForTest } from './ports.ts';

/** The environment of a server, as in the contract. */
export type Settings = Record<string, string>;

interface Ending {
  code: number | null;
  output: string;
}

export interface ServerProcess {
  url: string;
  pid: number;
  settings: Settings & { DATA_DIR: string; INBOX_PORT: string };
  /** Resolves when the server answers, with the milliseconds that took. */
  ready: () => Promise<number>;
  kill: (signal: NodeJS.Signals) => void;
  /** As Ctrl-C does: every process of the terminal hears it. */
  interrupt: () => void;
  /** How long its thread held up everybody at most since this was asked before (ms of its own time). */
  longestHold: () => Promise<number>;
  /** How much memory it has once it has given back what nobody needs (bytes). */
  memoryInUse: () => Promise<number>;
  ended: Promise<Ending>;
}

const SERVE = path.join(import.meta.dirname, '../from-sources.js');
export const MAIN = path.join(import.meta.dirname, '../main.js');

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-process-'));
  onTestFinished(() => remove(folder));
  return folder;
}

/** A DATA_DIR whose server has made its database and nothing else: a start from there is quicker. */
function usedFolder(): string {
  const folder = temporaryFolder();
  const used = inject('usedFolder');
  if (used !== null) execFileSync('cp', ['-a', `${used}/.`, folder]);
  return folder;
}

/** Starts a server with ports and a folder of its own; whatever is left of it ends with the test. */
export async function startProcess(
  settings: Settings = {},
  program = SERVE,
): Promise<ServerProcess> {
  // That something is built first is no part of what a test reads.
  if (program === MAIN) await buildServerIfStale();
  const isFirstStart = program !== SERVE || settings.DATABASE_URL || settings.NODE_ENV;
  const all = {
    DATA_DIR: settings.DATA_DIR ?? (isFirstStart ? temporaryFolder() : usedFolder()),
    PORT: settings.PORT ?? String(await portForTest()),
    INBOX_PORT: settings.INBOX_PORT ?? String(await portForTest()),
    DEMO: 'off',
    RATE_LIMITS: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [...START.flags, program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', program === SERVE ? 'ipc' : 'ignore'],
    env: { ...CHILD_ENV, ...all },
  });
  const ended = endingOf(child);
  const { pid = 0 } = child;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await endDatabase(all.DATA_DIR);
  });
  const url = `http://127.0.0.1:${all.PORT}`;
  return {
    url,
    pid,
    settings: all,
    ready: () => untilReady(url, ended),
    kill: (signal) => child.kill(signal),
    interrupt: () => process.kill(-pid, 'SIGINT'),
    longestHold: async () => Number(await ask(child, 'hold')),
    memoryInUse: async () => {
      await ask(child, 'collect');
      return memoryOf(pid);
    },
    ended,
  };
}

/** Asks what `answerTest` answers. */
async function ask(child: ChildProcess, what: 'hold' | 'collect'): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(what);
  return (await answer)[0];
}

function endingOf(child: ChildProcess): Promise<Ending> {
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

async function untilReady(url: string, ended: Promise<Ending>): Promise<number> {
  const began = Date.now();
  let ending: Ending | null = null;
  void ended.then((value) => (ending = value));
  while (!(await answers(`${url}/readyz`))) {
    if (ending) throw new Error(`the server ended: ${JSON.stringify(ending)}`);
    await sleep(50);
  }
  return Date.now() - began;
}

/** Whether somebody answers there, and with success. */
export async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The process of the embedded database of a folder, if it runs. */
export function databaseProcess(folder: string): number | null {
  try {
    const pid = Number(
      readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    );
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

async function endDatabase(folder: string): Promise<void> {
  const pid = databaseProcess(folder);
  if (pid) process.kill(pid, 'SIGQUIT');
  while (databaseProcess(folder)) await sleep(20);
}

/** Also where a process that was left behind still makes files for a moment. */
async function remove(folder: string): Promise<void> {
  for (let tries = 0; tries < 100 && existsSync(folder); tries++) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      await sleep(50);
    }
  }
}

/** How much memory a process really had at most while some work was done, and before it (bytes). */
export async function memoryDuring(
  { pid }: Pick<ServerProcess, 'pid'>,
  work: () => Promise<unknown>,
): Promise<{ before: number; peak: number }> {
  const before = memoryOf(pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
  await work().finally(() => clearInterval(watch));
  return { before, peak };
}

function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Where the embedded database of a running server is. */
export function databaseUrl(folder: string): string {
  const password = readFileSync(path.join(folder, 'postgres-password'), 'utf8');
  const port = readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8')
    .split('\n')[3]
    ?.trim();
  return `postgres://unblock:${password}@127.0.0.1:${port}/postgres`;
}

export interface Reply<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

export type Call = <Body>(
  method: string,
  target: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply<Body>>;

/** Calls the API of a server as the person of a token. */
function caller(url: string, token?: string): Call {
  return async <Body>(method: string, target: string, body?: unknown, headers = {}) => {
    const response = await fetch(`${url}${target}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? null : JSON.parse(text)) as Body,
      headers: response.headers,
    };
  };
}

interface SignedIn {
  access_token: string;
}

/** A new customer of a server with CONFIRM_EMAIL=false. */
export async function newCustomer(url: string): Promise<{ token: string; call: Call }> {
  const email = `customer-${crypto.randomUUID()}@example.com`;
  const { body } = await caller(url)<SignedIn>('POST', '/auth/v1/signup', {
    email,
    password: 'grüne Wiese 7',
    data: { first_name: 'Ada', last_name: 'Vale' },
  });
  return { token: body.access_token, call: caller(url, body.access_token) };
}

/** Somebody of the demo. */
export async function demoPerson(url: string, name: 'customer' | 'developer'): Promise<Call> {
  const { body } = await caller(url)<SignedIn>('POST', '/auth/v1/token?grant_type=password', {
    email: `${name}@example.com`,
    password: 'unblock-demo',
  });
  return caller(url, body.access_token);
}

/** Opens a live stream and reads it; `text()` is what has come so far. */
export async function openStream(url: string, token: string) {
  const response = await fetch(`${url}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  return { text: () => text, ended };
}
