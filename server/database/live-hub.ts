import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { BRIEF, CONNECTING_MS } from './database.ts';
import type { LiveEvent } from './live-event.ts';
import { isFrom, type Payload, payloadsOf } from './live-payload.ts';

const CHANNEL = 'live';
const LONGEST_WAIT_MS = 5000;
/**
 * A connection on which no answer comes for so long (ms) is broken, and is closed: a firewall or a
 * machine that is gone says nothing. More than PostgreSQL takes itself, even to refuse.
 */
const ANSWER_MS = 5000;
/** Stopping takes so long at most (ms), less than the server waits for it. */
const CLOSING_MS = 1500;
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
  readonly #answerMs: number;
  #waiting: LiveEvent[] = [];
  #sending: Promise<void> | null = null;
  #sentAt = 0;
  #connection: pg.Client | null = null;
  #stopped = false;

  /** @param options.answerMs as `ANSWER_MS`, for tests; a connection is tried every two of these */
  constructor(options: { url: string; log: FastifyBaseLogger; answerMs?: number }) {
    this.#url = options.url;
    this.#log = options.log;
    this.#answerMs = options.answerMs ?? ANSWER_MS;
  }

  async start(): Promise<void> {
    const client = this.#newClient();
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      close(client);
      throw error;
    }
    // None meets the one before: that has an answer by then, or has ended the connection.
    const beats = setInterval(() => void this.#beat(client), 2 * this.#answerMs).unref();
    // Registered only now: a failed connect ends too, and must not start another series of retries.
    client.on('end', () => {
      clearInterval(beats);
      void this.#restart();
    });
    this.#connection = client;
    if (this.#stopped) close(client);
    else this.#send();
  }

  #newClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'unblock live',
      connectionTimeoutMillis: CONNECTING_MS,
      query_timeout: this.#answerMs,
      // A statement that waits too long also ends its connection.
      pipeline: true,
      keepAlive: true,
      // The changes are committed already, so this need not wait for the disk. It does wait for others
      // who notify and whose commits wait for a standby; that is no reason to begin anew.
      options: `-c synchronous_commit=off -c lock_timeout=${BRIEF.statement}`,
    });
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    client.on('error', () => undefined);
    return client;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const connection = this.#connection;
    if (!connection) return;
    const late = setTimeout(close, CLOSING_MS, connection);
    await this.#sending;
    await connection.end();
    clearTimeout(late);
  }

  /** Tells this process's screens now and the other processes soon, in batches. */
  publish(events: readonly LiveEvent[]): void {
    if (events.length === 0) return;
    this.#waiting.push(...events);
    if (this.#waiting.length > MAX_WAITING) this.#waiting = [{ type: 'gap', to: [] }];
    for (const event of events) this.#emit(event);
    this.#send();
  }

  /** Notices a connection that broke without a word, and sends what had to wait. */
  async #beat(client: pg.Client): Promise<void> {
    const answer = await client.query('select 1').catch(() => null);
    if (answer) this.#send();
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

/** At once, without a word: perhaps nobody is there to answer it. */
function close(client: pg.Client): void {
  client.connection.stream.destroy();
}
