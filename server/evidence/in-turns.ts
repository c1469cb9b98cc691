import { setImmediate } from 'node:timers/promises';

/** Takes a few milliseconds at most. */
const AT_A_TIME = 100;

/** Like `map`, with pauses for other work: thousands of entries do not block the event loop. */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await setImmediate();
    made.push(make(item, index));
  }
  return made;
}
