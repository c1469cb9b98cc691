import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../config.ts';
import { freePort, isFree } from '../http/ports.ts';

/** The inbox of a server that was killed ends by itself, but not in the same moment. */
const PATIENCE_MS = 2000;

export interface Inbox {
  smtpUrl: string;
  stop: () => Promise<void>;
}

/**
 * Starts the embedded inbox: an SMTP server for us, and a page and API for people at `webPort`.
 * It keeps its mails in `folder`.
 * @throws ConfigError when the port is taken
 */
export async function startInbox({
  webPort,
  folder,
}: {
  webPort: number;
  folder: string;
}): Promise<Inbox> {
  await requirePort(webPort);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const smtpPort = await freePort();
  const program = path.join(import.meta.dirname, 'inbox-process.ts');
  const child = fork(program, [String(webPort), String(smtpPort), folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Little memory rather than speed, for a handful of mails.
    execArgv: ['--max-semi-space-size=1', '--optimize-for-size'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void ended.then(() =>
      reject(new ConfigError(`The embedded inbox did not start at INBOX_PORT ${webPort}.`)),
    );
  });
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  return { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, stop };
}

async function requirePort(port: number): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    if (await isFree('127.0.0.1', port)) return;
    if (Date.now() > deadline) throw new ConfigError(`INBOX_PORT ${port} is in use.`);
  }
}
