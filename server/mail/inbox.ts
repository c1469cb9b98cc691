import { fork } from 'node:child_process';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { freePort, isFree } from '../http/ports.ts';

export interface Inbox {
  smtpUrl: string;
  stop: () => void;
}

/**
 * Starts the embedded inbox: an SMTP server for us, and a page and API for people at `webPort`.
 * @throws ConfigError when the port is taken
 */
export async function startInbox(webPort: number): Promise<Inbox> {
  if (!(await isFree('127.0.0.1', webPort))) throw new ConfigError(`INBOX_PORT ${webPort} is in use.`);
  const smtpPort = await freePort();
  const child = fork(path.join(import.meta.dirname, 'inbox-process.ts'), [String(webPort), String(smtpPort)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new ConfigError('The embedded inbox did not start.')));
  });
  return { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, stop: () => child.kill('SIGTERM') };
}
