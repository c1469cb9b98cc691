import type pg from 'pg';
import { queries } from '../database/database.ts';
import { Reads } from '../database/reads.ts';
import type { Context } from '../lifecycle/context.ts';

/** All connections of a context in one pool, where nothing is measured. */
export function onePool(pool: pg.Pool): Pick<Context, 'pool' | 'db' | 'reads' | 'posts' | 'late'> {
  const db = queries(pool);
  const reads = new Reads({ pool, db });
  return { pool, db, reads, posts: reads, late: reads };
}
