import { LRUCache } from 'lru-cache';

/** How many webhooks of a kind are sent to at once. */
const PLACES = { quick: 32, unknown: 48, slow: 16 };
type Lane = keyof typeof PLACES;
/** Of how many webhooks a process remembers how their receivers were. */
const MAX_KNOWN = 20_000;

/** What became of a turn: how the receiver was, and in how many ms the next turn is due, if any. */
export interface Turned {
  pace: Lane;
  again: number | null;
}

/**
 * Turns of webhooks, each at most once at a time. Receivers that hang or fail take the places of their
 * own kind alone, so that they never delay the others; a new one has to show first how it is. Within a
 * lane the one that has waited longest comes first, and after its turn goes to the end.
 */
export class Lanes {
  readonly #work: (id: string) => Promise<Turned>;
  readonly #known = new LRUCache<string, Lane>({ max: MAX_KNOWN });
  readonly #waiting: Record<Lane, Set<string>> = {
    quick: new Set(),
    unknown: new Set(),
    slow: new Set(),
  };
  readonly #running = new Map<string, Lane>();
  /** Woken while they had their turn. */
  readonly #again = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #stopped = false;
  #idle = Promise.withResolvers<void>();

  /** @param work one turn, which must not fail */
  constructor(work: (id: string) => Promise<Turned>) {
    this.#work = work;
  }

  /** Gives a webhook a turn, as soon as there is a place. */
  wake(id: string): void {
    if (this.#stopped) return;
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    if (this.#running.has(id)) this.#again.add(id);
    else this.#waiting[this.#laneOf(id)].add(id);
    this.#begin();
  }

  /** Resolves when nothing runs or waits for a place; what waits for its time does not count. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await this.#idle.promise;
  }

  /** Begins no more turns, and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const waiting of Object.values(this.#waiting)) waiting.clear();
    await this.whenIdle();
  }

  #laneOf(id: string): Lane {
    return this.#known.get(id) ?? 'unknown';
  }

  #begin(): void {
    for (const lane of Object.keys(PLACES) as Lane[]) {
      const waiting = this.#waiting[lane];
      for (const id of waiting) {
        if (this.#countOf(lane) >= PLACES[lane]) break;
        waiting.delete(id);
        this.#running.set(id, lane);
        void this.#run(id);
      }
    }
  }

  #countOf(lane: Lane): number {
    let count = 0;
    for (const running of this.#running.values()) if (running === lane) count += 1;
    return count;
  }

  async #run(id: string): Promise<void> {
    const { pace, again } = await this.#work(id);
    if (pace !== 'unknown') this.#known.set(id, pace);
    this.#running.delete(id);
    if (this.#again.delete(id) || again === 0) this.wake(id);
    else if (again !== null) this.#wakeIn(id, again);
    this.#begin();
    if (this.#running.size > 0) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }

  #wakeIn(id: string, milliseconds: number): void {
    if (this.#stopped) return;
    this.#timers.set(id, setTimeout(() => this.wake(id), milliseconds).unref());
  }
}
