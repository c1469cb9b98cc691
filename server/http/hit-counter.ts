import { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Batches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';

export interface Hit {
  key: string;
  /** How long its window is. */
  seconds: number;
}

export interface Count {
  /** In the running window, this one included. */
  hits: number;
  /** Until the window ends. */
  seconds: number;
}

/** What this server knows of a key. */
interface Known extends Hit {
  hits: number;
  /** Those of them that the database has not been told. */
  untold: number;
  endsAt: number;
}

/** Hits of a key that are counted as one. */
interface KeyHits extends Hit {
  times: number;
}

/** Keys that are counted by one statement. */
const MOST_TOGETHER = 500;
/** How long hits that nobody waits for are gathered. */
const GATHERED_MS = 50;
/** Keys that a server remembers, at some 300 bytes each. */
const MOST_KNOWN = 10_000;

/** Counts hits in the database, for all servers: each alone would cost as much as a message. */
class HitCounter {
  private readonly known = new LRUCache<string, Known>({ max: MOST_KNOWN });
  private readonly untold = new Set<Known>();
  private readonly batches: Batches<KeyHits, Count>;

  constructor(db: Database) {
    this.batches = new Batches((hits) => addTogether(db, hits), MOST_TOGETHER);
  }

  count(hit: Hit): Promise<Count> {
    return this.batches.add({ ...hit, times: 1 });
  }

  /**
   * Answers at once by what this server knows, and tells the database soon; waits for the database once
   * half of `most` is used. So what other servers counted a moment ago can be missed, no more.
   */
  async countAhead(hit: Hit, most: number): Promise<Count> {
    const known = this.knownOf(hit);
    known.hits += 1;
    known.untold += 1;
    if (known.hits > most / 2) return this.tell(known);
    if (this.untold.size === 0) setTimeout(() => this.tellAll(), GATHERED_MS).unref();
    this.untold.add(known);
    return { hits: known.hits, seconds: Math.ceil((known.endsAt - Date.now()) / 1000) };
  }

  private knownOf(hit: Hit): Known {
    const before = this.known.get(hit.key);
    if (before && before.endsAt > Date.now()) return before;
    const anew = { ...hit, hits: 0, untold: 0, endsAt: Date.now() + hit.seconds * 1000 };
    this.known.set(hit.key, anew);
    return anew;
  }

  private tellAll(): void {
    // Where the database fails, so do the calls themselves.
    for (const known of this.untold) if (known.untold > 0) this.tell(known).catch(() => undefined);
    this.untold.clear();
  }

  private async tell(known: Known): Promise<Count> {
    const { key, seconds, untold: times } = known;
    known.untold = 0;
    const count = await this.batches.add({ key, seconds, times });
    known.hits = count.hits + known.untold;
    known.endsAt = Date.now() + count.seconds * 1000;
    return count;
  }
}

const counters = new WeakMap<Database, HitCounter>();

/** The one of this database. */
export function counterOf(db: Database): HitCounter {
  const counter = counters.get(db) ?? new HitCounter(db);
  counters.set(db, counter);
  return counter;
}

async function addTogether(db: Database, all: readonly KeyHits[]): Promise<Count[]> {
  const asked = [...Map.groupBy(all, ({ key }) => key).values()].map((hits) => ({
    ...hits[0],
    times: hits.reduce((sum, { times }) => sum + times, 0),
  }));
  const { rows } = await db.executeQuery<Count & { key: string }>(
    CompiledQuery.raw(COUNT, [JSON.stringify(asked)]),
  );
  const counted = new Map(rows.map((row) => [row.key, row]));
  // Backwards: the last of a key has its whole count, and the one before it so much less.
  return all
    .toReversed()
    .map(({ key, times }) => {
      const row = counted.get(key);
      if (!row) throw new Error('A hit was not counted.');
      const { hits, seconds } = row;
      row.hits -= times;
      return { hits, seconds };
    })
    .reverse();
}

/** SQL for the whole seconds until a window ends. */
const REMAINING = 'greatest(1, ceil(extract(epoch from window_ends_at - now())))::int';

/**
 * In the order of keys, so that batches of two servers do not wait for each other in a circle. Not
 * flushed to disk: what a lost machine forgets is some seconds of counting.
 */
const COUNT = `with asked as (
    select * from json_to_recordset($1) as asked (key text, times integer, seconds integer)),
  settings as materialized (select set_config('synchronous_commit', 'off', true))
  insert into rate_limits (key, hits, window_ends_at)
  select key, times, now() + make_interval(secs => asked.seconds) from asked, settings order by key
  on conflict (key) do update set
    hits = case when rate_limits.window_ends_at <= now() then 0 else least(rate_limits.hits, 1000000) end
      + excluded.hits,
    window_ends_at = case when rate_limits.window_ends_at <= now() then excluded.window_ends_at
      else rate_limits.window_ends_at end
  returning key, hits, ${REMAINING} as seconds`;
