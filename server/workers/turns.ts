/** How many may be at work and how many may wait, in all and for one owner. */
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
 * Turns for work that only so many may do at once. Of those that wait, the owner with the least at
 * work comes first, so that much of one owner's does not hold up another's.
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
   * @returns what ends the turn; null where too many wait, or `patience` ended before it came
   */
  async take(owner: string, patience: AbortSignal): Promise<(() => void) | null> {
    if (this.mayBegin(owner)) return this.begin(owner);
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
