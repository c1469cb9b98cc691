/**
 * How long this thread has worked (ms). A busy machine does not stretch it, as it does the clock on the
 * wall.
 */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How long this thread works at something (ms of its own time). */
export function workOf(work: () => unknown): number {
  const began = ownTime();
  work();
  return ownTime() - began;
}

/** How long all threads of this process work at something (ms of their own time, added up). */
export async function workOfThreads(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/**
 * How long this thread worked in one go (ms of its own time) while some work was done: so long nobody
 * else had their turn.
 */
export async function holdOf(work: () => Promise<unknown>): Promise<number> {
  const hold = watchHold();
  try {
    await work();
    return hold.longest();
  } finally {
    hold.stop();
  }
}

/**
 * Lets a test ask this process for its longest hold since it asked before ('hold'), or to give back the
 * memory that nobody needs ('collect').
 */
export function answerTest(): void {
  let hold: ReturnType<typeof watchHold> | undefined;
  process.on('message', (asked) => {
    if (asked === 'collect') {
      globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      process.send?.('collected');
      return;
    }
    hold ??= watchHold();
    process.send?.(hold.longest());
  });
  process.channel?.unref();
}

function watchHold() {
  let longest = 0;
  let last = ownTime();
  const look = () => {
    longest = Math.max(longest, ownTime() - last);
    last = ownTime();
  };
  // Every millisecond: to look without a pause takes as much time as what is looked at.
  const looking = setInterval(look, 1);
  return {
    /** Since it was asked for last. */
    longest: () => {
      look();
      const found = longest;
      longest = 0;
      return found;
    },
    stop: () => clearInterval(looking),
  };
}
