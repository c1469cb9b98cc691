import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { connect, queries } from './database/database.ts';
import { startEmbeddedDatabase } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { addDemo } from './demo/demo.ts';
import { startJobs } from './jobs/runner.ts';
import { LiveHub } from './live/hub.ts';
import { startInbox } from './mail/inbox.ts';

export interface RunningServer {
  app: FastifyInstance;
  context: Context;
  /** Requests finish, jobs stop, then the database. */
  stop: () => Promise<void>;
}

/** Starts all parts in the order in which they need each other, and stops them the other way round. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const stops: (() => Promise<unknown> | void)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const url = config.databaseUrl ?? (await embedded(config, stops));
    const pool = connect(url);
    stops.push(() => pool.end());
    await migrate(pool);
    const smtpUrl = config.smtpUrl ?? (await inbox(config, stops));
    const live = new LiveHub({ pool, url, log });
    await live.start();
    stops.push(() => live.stop());
    const parts = { config: { ...config, smtpUrl }, pool, db: queries(pool), live, log };
    const app = await buildApp(parts);
    const { context } = app;
    if (config.demo) await addDemo(context);
    const jobs = await startJobs(context);
    stops.push(() => jobs.stop());
    stops.push(() => app.close());
    await app.listen({ host: config.host, port: config.port });
    return { app, context, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function embedded(config: Config, stops: (() => Promise<unknown> | void)[]): Promise<string> {
  const database = await startEmbeddedDatabase({ folder: config.dataDir });
  stops.push(() => database.stop());
  return database.url;
}

async function inbox(config: Config, stops: (() => Promise<unknown> | void)[]): Promise<string> {
  const started = await startInbox(config.inboxPort);
  stops.push(() => started.stop());
  return started.smtpUrl;
}
