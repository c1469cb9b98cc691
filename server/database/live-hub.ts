import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { CONNECTING_MS } from './database.ts';
import type { LiveEvent } from './live-event.ts';
import { isFrom, type Payload, payloadsOf } from './live-payload.ts';

const CHANNEL = 'live';
const LONGEST_WAIT_MS = 5000;
/** A busy process sends to the others this often, many events at once; an idle one sends immediately. */
const PACE_MS = 3;
/** Only while the database is unreachable do more wait; screens then refetch anyway. */
const MAX_WAITING = 10_000;

/**
 * Carries events between the server processes of one database. Screens of this process get them at
 * once; others through LISTEN and NOTIFY on one connection, after the commit and many at a time.
 * (NOTIFY inside the transactions would serialise all commits.)
 */
export class LiveHub {
  /** Emits `event` for each, and `gap` when some may have been lost. */
  readonly events = new EventEmitter<{ event: [LiveEvent]; gap: [] }>().setMaxListeners(0);
  readonly #id = randomUUID();
  readonly #url: string;
  readonly #log: FastifyBaseLogger;
  #waiting: LiveEvent[] = [];
  #sending: Promise<void> | null = null;
  #sentAt = 0;
  #connection: pg.Client | null = null;
  #stopped = false;

  constructor(options: { url: string; log: FastifyBaseLogger }) {
    this.#url = options.url;
    this.#log = options.log;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'unblock live',
      connectionTimeoutMillis: CONNECTING_MS,
      keepAlive: true,
      // The changes are committed already, so this need not wait for the disk.
      options: '-c synchronous_commit=off',
    });
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    // Registered only now: a failed connect ends too, and must not start another series of retries.
    client.on('end', () => void this.#restart());
    this.#connection = client;
    if (this.#stopped) await client.end();
    else this.#send();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
    await this.#connection?.end();
  }

  /** Tells this process's screens now and the other processes soon, in batches. */
  publish(events: readonly LiveEvent[]): void {
    if (events.length === 0) return;
    this.#waiting.push(...events);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = [{ type: 'gap', to: [] }];
    for (const event of events) this.#emit(event);
    this.#send();
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  /** Unsent events wait for the next connection, so that no process misses them. */
  async #sendAll(): Promise<void> {
    while (this.#connection && this.#waiting.length > 0) {
      const pause = this.#sentAt + PACE_MS - performance.now();
      if (pause > 0) await sleep(pause);
      this.#sentAt = performance.now();
      const events = this.#waiting.splice(0);
      const sent = await this.#connection
        ?.query(`select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`, [
          payloadsOf(this.#id, events),
        ])
        .catch((error: unknown) => this.#log.warn({ err: error }, 'live events have to wait'));
      if (sent) continue;
      this.#waiting.unshift(...events);
      return;
    }
  }

  #receive(text: string): void {
    if (isFrom(this.#id, text)) return;
    const { events } = JSON.parse(text) as Payload;
    for (const event of events) this.#emit(event);
  }

  #emit(event: LiveEvent): void {
    if (event.type === 'gap') this.events.emit('gap');
    else this.events.emit('event', event);
  }

  async #restart(): Promise<void> {
    this.#connection = null;
    for (let wait = 100; !this.#stopped; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await this.start();
        this.events.emit('gap');
        return;
      } catch {
        await sleep(wait);
      }
    }
  }
}
