import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/config.ts';
import { BRIEF, connect, queries } from '../database/database.ts';
import { servingUrl, startEmbeddedDatabase } from '../database/embedded.ts';
import { LiveHub } from '../database/live-hub.ts';
import { migrate } from '../database/migrate.ts';
import { watchQueries } from '../database/query-log.ts';
import { Reads } from '../database/reads.ts';
import { requireSame } from '../database/same-database.ts';
import { allowServing, isSuperuser, makeServingRole } from '../database/serving-role.ts';
import { refuseTrial } from '../demo/leave/find.ts';
import { sweepIncoming } from '../files/remove-files.ts';
import { shareWebFiles } from '../http/shared-web-files.ts';
import type { Context } from '../lifecycle/context.ts';
import { startInbox } from '../mail/inbox.ts';
import { buildApp } from './app.ts';
import { MOST_AT_ONCE, startJobs } from './runner.ts';
import { atMost, Stops } from './stops.ts';

const OLDEST_POSTGRES = 15;
/**
 * Few: one Node process sends queries no faster, and more PostgreSQL processes slow each other
 * down: with 20 a list took a fifth longer (docs/performance.md).
 */
const READ_CONNECTIONS = 4;
/** One for each lane of messages, and two in case some hang. */
const POST_CONNECTIONS = 6;
/** On a standby, for few and long reads. */
const LATE_CONNECTIONS = 3;
/** In a pool of their own: two that listen, for jobs and for mails, and one for each of either. */
const JOB_CONNECTIONS = 2 + MOST_AT_ONCE;

/**
 * New connections that wait until we take them. Node's own 511 are few where thousands of streams come
 * back at once: the others try again after seconds.
 */
const BACKLOG = 4096;

/** By then nobody works any more: what does not close is a connection to a database that is gone. */
const CLOSING_MS = 2000;

const SUPERUSER =
  'DATABASE_URL names a superuser: nothing guards the ledger, or the machine of the database. See docs/operations.md, "Database roles".';

export interface RunningServer {
  app: FastifyInstance;
  context: Context;
  /** What the operator should know, a sentence each. */
  warnings: string[];
  /** Lets requests finish, stops jobs, then the database. */
  stop: () => Promise<void>;
  /** What has not stopped yet, while it stops. */
  waitsFor: () => string | null;
}

/** Starts all parts in order of dependency, and stops them in reverse. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const stops = new Stops();
  try {
    const urls = givenDatabase(config) ?? (await embedded(config, stops));
    // A lost database leaves nothing to close.
    const gone = (error?: unknown) => log.warn({ err: error }, 'the database was gone at the end');
    const closed = (end: Promise<unknown>) => atMost(CLOSING_MS, end.catch(gone), gone);
    const openPool = (url: string, options = {}) => {
      const pool = connect(url, options);
      stops.add('database connections', () => closed(pool.end()));
      return pool;
    };
    const pool = openPool(urls.url);
    const isPooled = urls.directUrl !== urls.url;
    const jobPool = isPooled ? openPool(urls.directUrl, { connections: JOB_CONNECTIONS }) : pool;
    const warnings: string[] = [];
    await asOwner(urls, async (owner) => {
      if (config.databaseUrl) warnings.push(...(await requireOne({ owner, pool, jobPool }, urls)));
      await migrate(owner);
      if (urls.ownerUrl) await allowServing(owner, urls.url);
    });
    const standby = config.databaseReadUrl
      ? openPool(config.databaseReadUrl, { connections: LATE_CONNECTIONS })
      : null;
    if (standby) warnings.push(...(await lookAtStandby(pool, standby)));
    if (config.production && (await isSuperuser(pool))) warnings.push(SUPERUSER);
    const mail = config.smtpUrl ? {} : await inbox(config, stops);
    const live = new LiveHub({ url: urls.directUrl, log });
    await live.start();
    stops.add('live events', () => closed(live.stop()));
    const watch = watchQueries(log.warn.bind(log));
    const db = queries(pool, watch);
    const connections = (pool: pg.Pool) => ({ pool, db: queries(pool, watch) });
    const reads = new Reads(connections(openPool(urls.url, { connections: READ_CONNECTIONS })));
    const brief = { connections: POST_CONNECTIONS, patience: BRIEF };
    const posts = connections(openPool(urls.url, brief));
    const late = new Reads(standby ? connections(standby) : { pool, db });
    const shared = { pool, db, reads, posts, late, live };
    const parts = { config: { ...config, ...mail }, ...shared, log };
    if (config.production) await refuseTrial(db, config);
    const app = await buildApp(parts);
    const { context } = app;
    await sweepIncoming(context.files);
    if (config.demo) {
      const { addDemo } = await import('../demo/demo.ts');
      await asOwner(urls, (owner) => addDemo(context, queries(owner)));
    }
    await shareWebFiles(db);
    const jobs = await startJobs(context, jobPool);
    let jobsEnd: Promise<void> | null = null;
    const stopJobs = () => (jobsEnd ??= jobs.stop());
    stops.add('jobs', stopJobs);
    stops.add('requests', () => {
      // None begins while requests end: those may take until the stop is forced, which would cut it off.
      stopJobs().catch(() => undefined);
      return close(app);
    });
    giveBackMemory();
    await listen(app, config);
    const stop = () => stops.stopAll();
    return { app, context, warnings, stop, waitsFor: () => stops.waitsFor };
  } catch (error) {
    await stops.stopAll();
    throw error;
  }
}

/** The server's database, and its owner's for migrations; null where that is one role. */
interface DatabaseUrls {
  url: string;
  /** The same without a connection pooler. */
  directUrl: string;
  ownerUrl: string | null;
}

function givenDatabase(config: Config): DatabaseUrls | null {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databaseOwnerUrl: ownerUrl } = config;
  return url ? { url, directUrl: directUrl ?? url, ownerUrl } : null;
}

async function embedded(config: Config, stops: Stops): Promise<DatabaseUrls> {
  const database = await startEmbeddedDatabase({ folder: config.dataDir });
  stops.add('embedded database', () => database.stop());
  const url = servingUrl(database.url, config.dataDir);
  return { url, directUrl: url, ownerUrl: database.url };
}

/**
 * Before anything is made in a database that may be another product's.
 * @returns what to warn of
 * @throws ConfigError when an address cannot be used, or leads to another database
 */
async function requireOne(
  { owner, pool, jobPool }: Record<'owner' | 'pool' | 'jobPool', pg.Pool>,
  { url, ownerUrl }: DatabaseUrls,
): Promise<string[]> {
  const warnings: string[] = [];
  if (ownerUrl) {
    await requireDatabase(owner, 'DATABASE_OWNER_URL');
    await makeServingRole(owner, url);
  }
  await requireDatabase(pool, 'DATABASE_URL');
  if (ownerUrl) warnings.push(...(await requireSame(pool, owner, 'DATABASE_OWNER_URL')));
  if (jobPool === pool) return warnings;
  await requireDatabase(jobPool, 'DATABASE_DIRECT_URL');
  return warnings.concat(await requireSame(pool, jobPool, 'DATABASE_DIRECT_URL'));
}

/** Connections of the role that owns the tables, for as long as an act takes. */
async function asOwner(
  { directUrl, ownerUrl }: DatabaseUrls,
  act: (owner: pg.Pool) => Promise<void>,
): Promise<void> {
  const owner = connect(ownerUrl ?? directUrl, { connections: 3 });
  try {
    await act(owner);
  } finally {
    await owner.end();
  }
}

/** @throws ConfigError when the address leads nowhere, or to a PostgreSQL that is too old */
async function requireDatabase(pool: pg.Pool, name: string): Promise<void> {
  const version = await versionOf(pool).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `${name} cannot be used (${error.code ?? error.message}): no connection to a database.`,
    );
  });
  if (version < OLDEST_POSTGRES) {
    throw new ConfigError(
      `${name} leads to PostgreSQL ${version}: expected ${OLDEST_POSTGRES} or newer.`,
    );
  }
}

/**
 * One that cannot be reached may be the machine that died: the server goes on without it.
 * @returns what to warn of
 * @throws ConfigError when it is of another database
 */
async function lookAtStandby(pool: pg.Pool, standby: pg.Pool): Promise<string[]> {
  const name = 'DATABASE_READ_URL';
  try {
    await requireDatabase(standby, name);
  } catch (error) {
    if (error instanceof ConfigError)
      return [`${error.message} Statistics need it, and reads without the primary.`];
    throw error;
  }
  return requireSame(pool, standby, name);
}

async function versionOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ number: string }>('select current_setting($1) as number', [
    'server_version_num',
  ]);
  return Math.floor(Number(rows[0]?.number) / 10_000);
}

async function inbox(config: Config, stops: Stops): Promise<Pick<Config, 'smtpUrl' | 'inboxPort'>> {
  const started = await startInbox({
    webPort: config.inboxPort,
    folder: path.join(config.dataDir, 'inbox'),
  });
  stops.add('inbox', () => started.stop());
  return { smtpUrl: started.smtpUrl, inboxPort: started.webPort };
}

/**
 * Returns memory that only the start needed, where Node allows it (`npm start` does); otherwise it
 * would stay until much later.
 */
function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Another program may have taken the port since the start began. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  await app.listen({ host, port, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new ConfigError(`PORT ${port} is in use.`) : error;
  });
}

/** Connections that are busy when closing begins would stay idle for a minute. */
async function close(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(sweep));
}
