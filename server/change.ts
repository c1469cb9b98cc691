import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Reader, Tx } from './database/database.ts';
import { databaseCode } from './database/errors.ts';
import type { LiveEvent } from './live/event.ts';

/** One change of the world: a transaction, and what the open screens are told once it is kept. */
export interface Change {
  tx: Tx;
  config: Config;
  /** Told to live streams after the commit, and only then. */
  tell: (event: LiveEvent) => void;
  /** Set by work that found itself done before: nothing new came of it. */
  isRepeat?: boolean;
}

/** A change that is one statement, and so a transaction of its own. */
export interface ChangeAtOnce extends Pick<Change, 'tell'> {
  db: Reader;
}

/** What a change sees, for queries that also ask for a setting. */
export function within({ tx, config }: Change): { db: Tx; config: Config } {
  return { db: tx, config };
}

const RETRIED = ['40001', '40P01'];

type Changed = Pick<Context, 'db' | 'config' | 'live'>;

/**
 * The one way in for a change: everything in `work` happens together or not at all.
 * Deadlocks and serialisation failures are tried again, so `work` must do nothing but use `change`.
 */
export function change<Result>(
  context: Changed,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const { db, config } = context;
  return kept(context, (tell) => db.transaction().execute((tx) => work({ tx, config, tell })));
}

/** The same for a change that `work` makes by one statement alone. */
export function changeAtOnce<Result>(
  context: Changed,
  work: (change: ChangeAtOnce) => Promise<Result>,
): Promise<Result> {
  return kept(context, (tell) => work({ db: context.db, tell }));
}

async function kept<Result>(
  { live }: Changed,
  work: (tell: Change['tell']) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const told: LiveEvent[] = [];
    try {
      const result = await work((event) => told.push(event));
      live.publish(told);
      return result;
    } catch (error) {
      if (attempt >= 3 || !RETRIED.includes(databaseCode(error))) throw error;
    }
  }
}
