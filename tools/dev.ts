import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathWithLocalBin, root } from './run.ts';

const serverPort = process.env.PORT ?? '3000';
const webPort = process.env.WEB_PORT ?? '5173';

const server = start('node', ['--watch', '--watch-preserve-output', 'server/from-sources.js'], {
  PORT: serverPort,
  // Mailed links and redirects must lead to the pages that reload.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${webPort}`,
});
const web = start('react-router', ['dev', '--port', webPort, '--strictPort'], {
  UNBLOCK_SERVER: `http://127.0.0.1:${serverPort}`,
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stop(signal));
}
await Promise.race([once(server, 'exit'), once(web, 'exit')]);
stop('SIGTERM');

function start(command: string, args: string[], env: Record<string, string>): ChildProcess {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: pathWithLocalBin(), ...env },
    stdio: 'inherit',
  });
}

function stop(signal: NodeJS.Signals): void {
  server.kill(signal);
  web.kill(signal);
}
