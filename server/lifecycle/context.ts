import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Connections } from '../database/database.ts';
import type { Reads } from '../database/reads.ts';
import type { FileStore } from '../store/store.ts';
import type { Workers } from '../workers/workers.ts';
import type { ChangeContext } from './change.ts';

/** What all parts of a running server share. */
export interface Context extends ChangeContext {
  pool: pg.Pool;
  /**
   * Connections for the most frequent reads (`readAs`), so that they never queue behind changes that
   * wait for a row.
   */
  reads: Reads;
  /** Connections for messages that are posted together, which give up soon. */
  posts: Connections;
  /** For long reads that may be a moment late, and never show somebody their own change. */
  late: Reads;
  files: FileStore;
  /** Where untrusted bytes are read. */
  workers: Workers;
  log: FastifyBaseLogger;
  /** Shutting down: proxies should send requests elsewhere. */
  isLeaving: boolean;
  /** When the last request came that asks the database, on the clock of `performance.now()`. */
  askedAt: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    context: Context;
  }
}
