import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { oneLine } from '#domain/text.ts';
import {
  type Config,
  ConfigError,
  NotForProduction,
  readConfig,
  readKeys,
  readPlaces,
} from '../config/config.ts';
import { isOwnName } from '../config/own-address.ts';
import { isFree } from '../config/ports.ts';
import { isOutage } from '../database/database-errors.ts';
import { findTrial } from '../demo/leave/find.ts';
import { logOptions } from '../operation/request-log.ts';
import { providerKind } from '../payments/provider-kinds.ts';
import { type RunningServer, startServer } from './server.ts';
import { forceStopAfter } from './stops.ts';

const LONGEST_STOP_SECONDS = 25;
/** By then a proxy that checks every few seconds has stopped sending requests here. */
const LEAVE_MS = 5_000;
/**
 * How long to wait for a database that does not answer, from the first failed try, which may have
 * taken long itself.
 */
const START_PATIENCE_MS = 20_000;
const START_PAUSE_MS = 500;

/**
 * A server process: reads settings, calls `prepare` once they are valid, then serves until a
 * signal. Always ends by `process.exit`.
 */
export async function runServer(
  prepare: () => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    const config = await readEnvironment();
    providerKind(config).check(config.providerSettings);
    await requirePort(config);
    await prepare();
    await serve(config);
    process.exit(0);
  } catch (error) {
    console.error(error instanceof ConfigError ? oneLine(error.message) : error);
    process.exit(1);
  }
}

/** A production server that refuses to start also says what is left of the demo. */
async function readEnvironment(): Promise<Config> {
  return readConfig(process.env).catch(async (error) => {
    if (!(error instanceof NotForProduction)) throw error;
    const where = { ...readPlaces(process.env), ...(await readKeys(process.env)) };
    throw new NotForProduction([...error.problems, ...(await findTrial(where))]);
  });
}

async function requirePort({ host, port }: Config): Promise<void> {
  const free = await isFree(host, port).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`HOST and PORT cannot be used (${error.code}): ${host}:${port}`);
  });
  if (!free) throw new ConfigError(`PORT ${port} is in use.`);
}

async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.production ? 'info' : 'warn', ...logOptions });
  // A signal during the start takes effect once all that was started can be stopped.
  const signal = untilSignal();
  let waitsFor = (): string | null => 'the start';
  void signal.promise.then(() =>
    forceStopAfter(LONGEST_STOP_SECONDS, { log, waitsFor: () => waitsFor() }),
  );
  const server = await startPatiently(config, log);
  waitsFor = server.waitsFor;
  if (!signal.came) {
    announce(config, server);
    const isLookedAfter = config.trustProxy !== false && (await signal.promise) === 'SIGTERM';
    if (isLookedAfter) await leave(server);
  }
  await signal.promise;
  await server.stop();
}

/** Behind a proxy the server keeps serving until the proxy knows, so no request fails. */
async function leave({ context }: RunningServer): Promise<void> {
  context.isLeaving = true;
  await sleep(LEAVE_MS);
}

/** @throws ConfigError when the database still does not answer after `START_PATIENCE_MS` */
async function startPatiently(config: Config, log: Logger): Promise<RunningServer> {
  for (let deadline: number | null = null; ; await sleep(START_PAUSE_MS)) {
    try {
      return await startServer(config, log);
    } catch (error) {
      if (!(error instanceof Error && isOutage(error))) throw error;
      deadline ??= Date.now() + START_PATIENCE_MS;
      if (Date.now() > deadline)
        throw new ConfigError(`The database does not answer: ${error.message}.`);
      log.warn({ err: error }, 'the database did not answer at the start');
    }
  }
}

/** Ctrl-C, a service manager's stop, or a closed terminal. */
function untilSignal(): { promise: Promise<NodeJS.Signals>; came: boolean } {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const signal = { promise, came: false };
  const end = (name: NodeJS.Signals) => {
    if (signal.came) return;
    signal.came = true;
    resolve(name);
  };
  process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
  return signal;
}

function announce(config: Config, { context, warnings }: RunningServer): void {
  const { inboxPort } = context.config;
  const lines = [
    `Unblock is ready at ${config.publicUrl}`,
    ...(config.smtpUrl ? [] : [`Inbox (all mail goes here): http://localhost:${inboxPort}`]),
    ...(config.demo
      ? [
          'Sign in as customer@example.com, developer@example.com or moderator@example.com, password unblock-demo',
        ]
      : []),
    ...(config.rateLimits
      ? []
      : ['WARNING: RATE_LIMITS=off. Nothing slows down an attacker. For load tests only.']),
    ...config.risksMeant.map((risk) => `WARNING: allowed in production: ${risk}.`),
    ...(config.production && isOwnName(new URL(config.publicUrl).hostname)
      ? [`WARNING: mails link to ${config.publicUrl}, which is this machine. Set PUBLIC_URL.`]
      : []),
    ...(config.production && config.databaseUrl === null
      ? ['WARNING: production on the embedded database. Back up DATA_DIR, or set DATABASE_URL.']
      : []),
    ...warnings.map((warning) => `WARNING: ${warning}`),
  ];
  console.log(lines.join('\n'));
}
