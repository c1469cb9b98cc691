/** How many may run and wait, in all and per owner. */
export interface TurnLimits {
  atOnce: number;
  atOnceEach: number;
  waiting: number;
  waitingEach: number;
}

interface Waiter {
  owner: string;
  begin: () => void;
}

/**
 * Limits how much work runs at once. Of those that wait, the owner with the fewest running comes first,
 * so that one owner does not hold up the others.
 */
export class Turns {
  private readonly limits: TurnLimits;
  private readonly atWork: string[] = [];
  private waiters: Waiter[] = [];

  constructor(limits: TurnLimits) {
    this.limits = limits;
  }

  /**
   * Waits for a turn.
   * @returns a function that ends the turn; null where too many wait, or `patience` ended first
   */
  async take(owner: string, patience: AbortSignal): Promise<(() => void) | null> {
    if (this.mayBegin(owner)) return this.begin(owner);
    if (patience.aborted) return null;
    const { waiters, limits } = this;
    const isFull = waiters.length >= limits.waiting;
    if (isFull || count(waiters, (other) => other.owner === owner) >= limits.waitingEach)
      return null;
    const turn = Promise.withResolvers<(() => void) | null>();
    const waiter = { owner, begin: () => turn.resolve(this.begin(owner)) };
    waiters.push(waiter);
    const leave = () => {
      this.waiters = this.waiters.filter((other) => other !== waiter);
      turn.resolve(null);
    };
    patience.addEventListener('abort', leave);
    return turn.promise.finally(() => patience.removeEventListener('abort', leave));
  }

  private begin(owner: string): () => void {
    this.atWork.push(owner);
    return () => {
      this.atWork.splice(this.atWork.indexOf(owner), 1);
      this.beginNext();
    };
  }

  private beginNext(): void {
    const next = this.waiters
      .filter(({ owner }) => this.mayBegin(owner))
      .reduce<Waiter | null>((best, other) => {
        return best && this.workOf(best.owner) <= this.workOf(other.owner) ? best : other;
      }, null);
    if (!next) return;
    this.waiters = this.waiters.filter((other) => other !== next);
    next.begin();
  }

  private mayBegin(owner: string): boolean {
    const { atOnce, atOnceEach } = this.limits;
    return this.atWork.length < atOnce && this.workOf(owner) < atOnceEach;
  }

  private workOf(owner: string): number {
    return count(this.atWork, (other) => other === owner);
  }
}

function count<Item>(items: readonly Item[], isOne: (item: Item) => boolean): number {
  return items.filter(isOne).length;
}
