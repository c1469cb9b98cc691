import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/store.ts';
import type { LiveHub } from './live/hub.ts';
import type { Workers } from './workers/workers.ts';

/** What every part of one running server shares. */
export interface Context {
  config: Config;
  pool: pg.Pool;
  db: Database;
  /**
   * For the reads that screens make most (`readAs`): connections of their own, so that nobody who
   * only looks waits behind changes that wait for a row.
   */
  reads: { pool: pg.Pool; db: Database };
  live: LiveHub;
  files: FileStore;
  /** Where untrusted bytes are read. */
  workers: Workers;
  log: FastifyBaseLogger;
  /** Told to stop: a proxy is to send people elsewhere. */
  isLeaving: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    context: Context;
  }
}
