import { pino } from 'pino';
import { buildWebIfStale } from '../tools/build-web.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { isFree } from './http/ports.ts';
import { startServer } from './server.ts';

const SHUTDOWN_DEADLINE_MS = 25_000;

/** `npm start`: everything, until Ctrl-C. */
async function main(): Promise<void> {
  const config = await readConfig(process.env);
  await requirePort(config);
  const log = pino({ level: config.production ? 'info' : 'warn' });
  await buildWebIfStale();
  const server = await startServer(config, log);
  endOnSignal(server.stop);
  announce(config);
}

async function requirePort({ host, port }: Config): Promise<void> {
  const free = await isFree(host, port).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`HOST and PORT cannot be used (${error.code}): ${host}:${port}`);
  });
  if (!free) throw new ConfigError(`PORT ${port} is in use.`);
}

function endOnSignal(stop: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end);
}

function announce(config: Config): void {
  const lines = [
    `Unblock is ready at ${config.publicUrl}`,
    ...(config.smtpUrl ? [] : [`Inbox (all mail goes here): http://localhost:${config.inboxPort}`]),
    ...(config.demo
      ? ['Sign in as customer@example.com, developer@example.com or moderator@example.com, password unblock-demo']
      : []),
    ...(config.rateLimits ? [] : ['WARNING: RATE_LIMITS=off. Nothing slows down an attacker. For load tests only.']),
  ];
  console.log(lines.join('\n'));
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
