import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, MessagePage } from '#domain/message.ts';
import { catchUp, type LoadedThread, withMessage, withOlder } from '../../api/thread.ts';

interface SideOptions {
  token: string;
  ticketId: string;
  /** Some server that may be alive. */
  anyServer: () => string;
  chance: () => number;
}

/** Then a message is sent again. */
const PATIENCE_MS = 5000;
/** What is asked once everything is over has to be answered. */
const SETTLING_MS = 60_000;

/**
 * One side of a thread as a browser tab holds it, on a line that breaks all the time: its outbox sends
 * one message after the other until each is confirmed, its stream comes back and refetches. The
 * thread itself is kept by the very functions that the web uses.
 */
export class Side {
  thread: LoadedThread | undefined;
  /** What it has written, in that order. */
  readonly written: string[] = [];
  readonly #options: SideOptions;
  #stopped = false;
  #line: AbortController | null = null;
  #following: Promise<void>;

  constructor(options: SideOptions) {
    this.#options = options;
    this.#following = this.#follow();
  }

  /** Writes so many messages; done when the server has confirmed them all. */
  async write(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      const client_id = crypto.randomUUID();
      this.written.push(client_id);
      while (!(await this.#send(client_id))) await sleep(20);
      if (this.#options.chance() < 0.1) await this.#replay();
    }
  }

  /** The stream breaks, as when a tab sleeps or changes its network. */
  cut(): void {
    this.#line?.abort();
  }

  /** Closes the stream, catches up once more, and loads the thread back to its first message. */
  async settle(): Promise<readonly Message[]> {
    this.#stopped = true;
    this.cut();
    await this.#following;
    await this.#catchUp(AbortSignal.timeout(SETTLING_MS));
    while (this.thread?.older) {
      const page = await this.#page(`&before=${this.thread.older}`);
      this.thread = withOlder(this.thread, page);
    }
    return this.thread?.messages ?? [];
  }

  /** Whether the server has confirmed it. The answer may be lost although it was stored. */
  async #send(client_id: string): Promise<boolean> {
    const impatient = this.#options.chance() < 0.1;
    const patience = impatient ? Math.ceil(this.#options.chance() * 10) : PATIENCE_MS;
    try {
      const answer = await this.#call(`/api/tickets/${this.#options.ticketId}/messages`, {
        method: 'POST',
        body: JSON.stringify({ text: `${client_id} ${'x'.repeat(this.#size())}`, client_id }),
        signal: AbortSignal.timeout(patience),
      });
      const message = (await answer.json()) as Message;
      if (this.thread) this.thread = withMessage(this.thread, message);
      return true;
    } catch {
      return false;
    }
  }

  /** Now and then too large to be carried between servers. */
  #size(): number {
    return this.#options.chance() < 0.02 ? 9000 : 10;
  }

  /** Sends something again that was confirmed long ago. */
  async #replay(): Promise<void> {
    const index = Math.floor(this.#options.chance() * this.written.length);
    await this.#send(this.written[index] ?? '');
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      this.#line = new AbortController();
      await this.#listen(this.#line.signal).catch(() => undefined);
      await sleep(10);
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const stream = await this.#call('/api/live', { signal });
    // Only now: what is told from here on is heard, what was before is fetched.
    const caughtUp = this.#catchUp(signal);
    let rest = '';
    for await (const chunk of stream.body ?? []) {
      const blocks = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) await this.#hear(block, signal);
    }
    await caughtUp;
  }

  async #hear(block: string, signal: AbortSignal): Promise<void> {
    if (!block.startsWith('event: message\n')) return;
    const data = JSON.parse(block.slice(block.indexOf('data: ') + 6)) as { message?: Message };
    // Before the first page came there is nothing to put it into: the page is read once more.
    if (!data.message || !this.thread) await this.#catchUp(signal);
    else this.thread = withMessage(this.thread, data.message);
  }

  /** As a query that is asked again until it is answered. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const read = (before?: string) => this.#page(before ? `&before=${before}` : '', signal);
      const thread = await catchUp(() => this.thread, read).catch(() => null);
      if (!thread) await sleep(10);
      else {
        this.thread = thread;
        return;
      }
    }
  }

  async #page(place: string, signal?: AbortSignal): Promise<MessagePage> {
    const path = `/api/tickets/${this.#options.ticketId}/messages?limit=50${place}`;
    const answer = await this.#call(path, { signal: signal ?? AbortSignal.timeout(SETTLING_MS) });
    return (await answer.json()) as MessagePage;
  }

  async #call(path: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(`${this.#options.anyServer()}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${this.#options.token}`,
        ...(init.body && { 'content-type': 'application/json' }),
      },
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return answer;
  }
}
