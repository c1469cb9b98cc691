import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './run.ts';

/** Source files by name, as they are loaded in place of what is on the disk. */
export type Loaded = Record<string, string>;

/** Stands for no job: it comes after the last one of a run. */
export const LAST = 'last.test.ts';

/** One test file to run. */
export interface Job {
  test: string;
  /** Which fault is switched on; null for none. */
  fault: number | null;
}

export interface Outcome {
  /** The test that failed, and how. */
  failed: string | null;
  /** The switches that were come to. */
  reached: number[];
}

/** What a run has, beside its jobs: the sources, and a fault that worker threads load. */
export interface Run {
  loaded: Loaded;
  thread: { file: string; source: string } | null;
}

const NONE: Outcome = { failed: 'none in time', reached: [] };

/** A process that runs one test file after the other; a new one where a fault killed it. */
export class Lane {
  private readonly folder = mkdtempSync(join(tmpdir(), 'unblock-lane-'));
  private readonly databaseUrl: string;
  private readonly server = createServer((request, answer) => this.asked(request, answer));
  private process: ChildProcess | undefined;
  private loaded: Loaded | undefined;
  /** The worker waits for its next job here. */
  private waiting: ServerResponse | undefined;
  /** Called as soon as it waits, with how its last job went. */
  private ready: (outcome: Outcome | null) => void = () => {};

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl;
  }

  /** Runs a test file, for at most so long. */
  async run(job: Job, { loaded, thread }: Run, milliseconds = 15 * 60_000): Promise<Outcome> {
    writeFileSync(join(this.folder, 'fault.json'), JSON.stringify(thread && inThread(thread)));
    writeFileSync(join(this.folder, 'loaded'), '');
    await this.prepare(loaded);
    const outcome = this.next();
    this.answer(job);
    const late = setTimeout(() => this.kill(), milliseconds);
    const result = await outcome;
    clearTimeout(late);
    // What a test waited for may go on for ever, and would take its time from all that come after it.
    if (/timed out/i.test(result?.failed ?? '')) this.kill();
    return result ?? NONE;
  }

  /** Which source files the worker threads of the last job have loaded. */
  loadedInThreads(): string[] {
    const urls = readFileSync(join(this.folder, 'loaded'), 'utf8').trim().split('\n');
    return [...new Set(urls)]
      .filter((url) => url.startsWith('file:'))
      .map((url) => relative(root, fileURLToPath(url)));
  }

  stop(): void {
    this.kill();
    this.server.close();
    this.server.closeAllConnections();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Its workers belong to its group, and one that hangs would not hear that it has gone. */
  private kill(): void {
    const { process: lane } = this;
    this.process = undefined;
    this.waiting = undefined;
    if (lane?.pid && lane.exitCode === null && lane.signalCode === null)
      process.kill(-lane.pid, 'SIGKILL');
    this.ready(null);
  }

  /** Waits until a worker with these sources asks for a job. */
  private async prepare(loaded: Loaded): Promise<void> {
    if (this.process && !this.waiting) await this.next();
    if (this.process && this.loaded === loaded) return;
    this.loaded = loaded;
    const asked = this.next();
    if (this.process) this.answer(null);
    else await this.start();
    await asked;
  }

  private async start(): Promise<void> {
    if (!this.server.listening) await once(this.server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.server.address() as AddressInfo;
    const lane = fork(join(root, 'tools/mutation-lane.ts'), {
      cwd: root,
      detached: true,
      env: {
        ...process.env,
        TEST_DATABASE_URL: this.databaseUrl,
        LANE_URL: `http://127.0.0.1:${port}`,
        LANE_FOLDER: this.folder,
      },
    });
    this.process = lane;
    // A run is over where its jobs are used up, or its worker has died.
    lane.on('message', () => {
      this.waiting = undefined;
      lane.send(this.loaded ?? {});
    });
    lane.once('exit', () => lane === this.process && this.kill());
  }

  private next(): Promise<Outcome | null> {
    return new Promise((resolve) => {
      this.ready = resolve;
    });
  }

  private answer(job: Job | null): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.end(JSON.stringify(job));
  }

  private async asked(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    if (request.url === '/last') answer.end('null');
    else this.waiting = answer;
    this.ready(JSON.parse(text));
  }
}

function inThread({ file, source }: { file: string; source: string }) {
  return { url: pathToFileURL(join(root, file)).href, source };
}
