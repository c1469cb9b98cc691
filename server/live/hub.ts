import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { LiveEvent } from './event.ts';

const CHANNEL = 'live';
/** PostgreSQL takes at most 8000 bytes in one notification. */
const MAX_BYTES = 7500;

/**
 * Carries events between all server processes of one database: LISTEN on one connection, and
 * NOTIFY after commit, many events at once. (A NOTIFY inside the transaction of a change would
 * make all commits wait for each other.)
 */
export class LiveHub {
  /** Emits `event` for each, and `gap` when some may have been missed. */
  readonly events = new EventEmitter<{ event: [LiveEvent]; gap: [] }>().setMaxListeners(0);
  readonly #pool: pg.Pool;
  readonly #url: string;
  readonly #log: FastifyBaseLogger;
  #waiting: LiveEvent[] = [];
  #sending: Promise<void> | null = null;
  #listener: pg.Client | null = null;
  #stopped = false;

  constructor(options: { pool: pg.Pool; url: string; log: FastifyBaseLogger }) {
    this.#pool = options.pool;
    this.#url = options.url;
    this.#log = options.log;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'unblock live',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => this.#receive(payload ?? '[]'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    // Only from here on: a try that fails ends too, and must not begin another row of tries.
    client.on('end', () => void this.#restart());
    this.#listener = client;
    if (this.#stopped) await client.end();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
    await this.#listener?.end();
  }

  /** Sends soon: what is published in the meantime goes along. */
  publish(events: readonly LiveEvent[]): void {
    if (events.length === 0) return;
    this.#waiting.push(...events);
    this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const payloads = batches(this.#waiting.splice(0));
        await this.#pool.query(
          `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) as payload`,
          [payloads],
        );
      }
    } catch (error) {
      // Screens refetch when their stream comes back; the change itself is safe.
      this.#log.warn({ err: error }, 'live events could not be sent');
      this.events.emit('gap');
    } finally {
      this.#sending = null;
    }
  }

  #receive(payload: string): void {
    for (const event of JSON.parse(payload) as LiveEvent[]) this.events.emit('event', event);
  }

  async #restart(): Promise<void> {
    this.#listener = null;
    for (let wait = 100; !this.#stopped; wait = Math.min(wait * 2, 5000)) {
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

/** Events as JSON lists that each fit into one notification. */
export function batches(events: readonly LiveEvent[]): string[] {
  const lists: string[] = [];
  let list = '';
  for (const event of events) {
    const text = JSON.stringify(event);
    if (list !== '' && Buffer.byteLength(list) + Buffer.byteLength(text) > MAX_BYTES) {
      lists.push(`[${list}]`);
      list = '';
    }
    list += list === '' ? text : `,${text}`;
  }
  return list === '' ? lists : [...lists, `[${list}]`];
}
