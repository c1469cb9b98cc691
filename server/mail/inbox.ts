import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config/config.ts';
import { freePort, isFree } from '../config/ports.ts';

const USUAL_PORT = 3025;
/** The inbox of a killed server needs a moment to stop. */
const PATIENCE_MS = 2000;
/** Another program may take one of the two ports at the same moment. */
const TRIES = 3;

export interface Inbox {
  smtpUrl: string;
  webPort: number;
  stop: () => Promise<void>;
}

interface Wanted {
  /** Null: the usual port, or any free one. */
  webPort: number | null;
  folder: string;
}

/**
 * Starts the embedded inbox: an SMTP server, and a page and API at `webPort`. Mails are kept in
 * `folder`.
 * @throws ConfigError when the requested port is taken
 */
export async function startInbox({ webPort, folder }: Wanted): Promise<Inbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < TRIES; tries++) {
    const started = await launch(await portFor(webPort), folder);
    if (started) return started;
  }
  throw new ConfigError(`The embedded inbox did not start at INBOX_PORT ${webPort ?? USUAL_PORT}.`);
}

/** Null where it stopped at once because the port was taken. */
async function launch(webPort: number, folder: string): Promise<Inbox | null> {
  const smtpPort = await freePort();
  const program = path.join(import.meta.dirname, 'inbox-process.ts');
  const child = fork(program, [String(webPort), String(smtpPort), folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Saves memory rather than time: it holds a handful of mails.
    execArgv: ['--max-semi-space-size=1', '--optimize-for-size'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isUp = await Promise.race([
    new Promise<true>((resolve) => child.once('message', () => resolve(true))),
    ended.then(() => false),
  ]);
  if (!isUp) return null;
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  return { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, webPort, stop };
}

async function portFor(asked: number | null): Promise<number> {
  const port = asked ?? USUAL_PORT;
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    if (await isFree('127.0.0.1', port)) return port;
    if (Date.now() <= deadline) continue;
    if (asked === null) return freePort();
    throw new ConfigError(`INBOX_PORT ${port} is in use.`);
  }
}
