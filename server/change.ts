import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Tx } from './database/database.ts';
import type { LiveEvent } from './live/event.ts';

/** One change of the world: a transaction, and what the open screens are told once it is kept. */
export interface Change {
  tx: Tx;
  config: Config;
  /** Told to live streams after the commit, and only then. */
  tell: (event: LiveEvent) => void;
}

const RETRIED = ['40001', '40P01'];

/**
 * The one way in for a change: everything in `work` happens together or not at all.
 * Deadlocks and serialisation failures are tried again, so `work` must do nothing but use `change`.
 */
export async function change<Result>(
  context: Pick<Context, 'db' | 'config' | 'live'>,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const told: LiveEvent[] = [];
    try {
      const result = await context.db
        .transaction()
        .execute((tx) => work({ tx, config: context.config, tell: (event) => told.push(event) }));
      context.live.publish(told);
      return result;
    } catch (error) {
      if (attempt >= 3 || !RETRIED.includes(databaseCode(error))) throw error;
    }
  }
}

/** PostgreSQL's five-letter code of an error, or an empty text. */
export function databaseCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
