import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { FileStore } from '../store/store.ts';
import type { Workers } from '../workers/workers.ts';
import type { ChangeContext } from './change.ts';

/** What every part of one running server shares. */
export interface Context extends ChangeContext {
  pool: pg.Pool;
  /**
   * For the reads that screens make most (`readAs`): connections of their own, so that nobody who
   * only looks waits behind changes that wait for a row.
   */
  reads: { pool: pg.Pool; db: Database };
  files: FileStore;
  /** Where untrusted bytes are read. */
  workers: Workers;
  log: FastifyBaseLogger;
  /** Told to stop: a proxy is to send people elsewhere. */
  isLeaving: boolean;
  /** When the last request came that asks the database, on the clock of `performance.now()`. */
  askedAt: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    context: Context;
  }
}
