import type { ServerResponse } from 'node:http';
import { isSuited } from '#domain/relation.ts';
import { notBanned } from '../database/banned.ts';
import type { Database } from '../database/database.ts';
import type { LiveEvent } from '../database/live-event.ts';
import type { LiveHub } from '../database/live-hub.ts';
import { openStreams } from './open-streams.ts';
import type { Viewer } from './viewer.ts';

const BEAT_MS = 25_000;
const SESSION_CHECK_MS = 4000;
const MAX_PER_PERSON = 20;
const MAX_PER_NETWORK = 500;
/** A client with more unread bytes is disconnected: it reconnects and refetches. */
const MAX_WAITING_BYTES = 256 * 1024;

interface Source {
  db: Database;
  live: LiveHub;
}

interface Stream {
  viewer: Viewer;
  /** The client's network, see `networkOf`. */
  network: string;
  /** Unix seconds. A browser's stream goes on for its session; a program's ends with its token. */
  expires_at: number;
  response: ServerResponse;
}

/** The open streams of this process, by person: an event costs only its recipients. */
export class LiveStreams {
  readonly #context: Source;
  readonly #byPerson = new Map<string, Set<Stream>>();
  readonly #perNetwork = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[];
  #closed = false;

  constructor(context: Source) {
    this.#context = context;
    context.live.events.on('event', this.#deliver);
    context.live.events.on('gap', this.#drop);
    this.#timers = [
      setInterval(() => this.#all((stream) => send(stream, ': beat\n\n')), BEAT_MS),
      setInterval(() => void this.#endGoneSessions(), SESSION_CHECK_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Whether one more would exceed the limit of its person or network in this process. */
  isFull({ viewer, network }: Pick<Stream, 'viewer' | 'network'>): boolean {
    return (
      (this.#byPerson.get(viewer.id)?.size ?? 0) >= MAX_PER_PERSON ||
      (this.#perNetwork.get(network) ?? 0) >= MAX_PER_NETWORK
    );
  }

  /** Takes over a response whose headers are sent. */
  open(stream: Stream): void {
    const { viewer, network, response } = stream;
    // Authenticated while the server was still open, and slow until now.
    if (this.#closed) {
      response.end();
      return;
    }
    const streams = this.#byPerson.get(viewer.id) ?? new Set();
    this.#byPerson.set(viewer.id, streams.add(stream));
    this.#countNetwork(network, 1);
    response.on('close', () => {
      streams.delete(stream);
      if (streams.size === 0) this.#byPerson.delete(viewer.id);
      this.#countNetwork(network, -1);
      openStreams.dec();
    });
    response.on('error', () => response.destroy());
    openStreams.inc();
    send(stream, 'retry: 1000\n: open\n\n');
  }

  #countNetwork(network: string, change: 1 | -1): void {
    const count = (this.#perNetwork.get(network) ?? 0) + change;
    if (count > 0) this.#perNetwork.set(network, count);
    else this.#perNetwork.delete(network);
  }

  closeAll(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#context.live.events.off('event', this.#deliver).off('gap', this.#drop);
    this.#drop();
  }

  /** After lost events: every screen reconnects and refetches. */
  #drop = (): void => this.#all(({ response }) => response.end());

  #deliver = (event: LiveEvent): void => {
    if (event.type === 'session-ended') {
      this.#endSessions(event.sessions ?? []);
      return;
    }
    for (const person of event.to) {
      const streams = this.#byPerson.get(person);
      if (!streams) continue;
      const text = `event: ${event.type}\ndata: ${JSON.stringify(seenBy(person, event))}\n\n`;
      for (const stream of streams) send(stream, text);
    }
    if (event.moderators) {
      const text = `event: ${event.type}\ndata: ${JSON.stringify({ ticket_id: event.ticket_id })}\n\n`;
      this.#all((stream) => stream.viewer.user_type === 'moderator' && send(stream, text));
    }
    if (event.categories) this.#tellCandidates(event, 'event: ticket\ndata: {}\n\n');
  };

  /** Others learn that the list of available requests changed, not which request it was. */
  #tellCandidates({ to, categories = [] }: LiveEvent, text: string): void {
    this.#all((stream) => {
      const { viewer } = stream;
      if (isSuited(viewer, categories) && !to.includes(viewer.id)) send(stream, text);
    });
  }

  #endSessions(ids: readonly string[]): void {
    this.#all(({ viewer, response }) => {
      if (ids.includes(viewer.session_id)) response.end();
    });
  }

  /** Ends streams of ended sessions and tokens and updates their profiles, even without an event. */
  async #endGoneSessions(): Promise<void> {
    this.#all(({ expires_at, response }) => {
      if (expires_at * 1000 <= Date.now()) response.end();
    });
    const open = [...this.#byPerson.values()].flatMap((streams) => [...streams]);
    if (open.length === 0) return;
    const ids = [...new Set(open.map(({ viewer }) => viewer.session_id))];
    const living = await this.#livingSessions(ids).catch(() => null);
    if (!living) return;
    for (const { viewer, response } of open) {
      const profile = living.get(viewer.session_id);
      if (!profile) response.end();
      else viewer.supported_categories = profile.supported_categories;
    }
  }

  async #livingSessions(ids: string[]) {
    const rows = await this.#context.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin('profiles as p', 'p.id', 's.user_id')
      .select(['s.id', 'p.supported_categories'])
      .where('s.id', 'in', ids)
      .where(notBanned)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  #all(act: (stream: Stream) => void): void {
    for (const streams of this.#byPerson.values()) for (const stream of streams) act(stream);
  }
}

/** The part of an event for one of its recipients. */
function seenBy(person: string, event: LiveEvent) {
  const { ticket_id, id, person_id, up_to, message, actions, cause } = event;
  return {
    ticket_id,
    id,
    person_id,
    up_to,
    ...(cause?.by === person && { cause: cause.key }),
    ...(message && { message: { ...message, actions: actions?.[person] ?? {} } }),
  };
}

/** Never waits for a slow reader: a full buffer ends the stream. */
function send({ response }: Stream, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
  else response.write(text);
}
