import { setImmediate } from 'node:timers/promises';

/** So that none takes longer than a few milliseconds. */
const AT_A_TIME = 100;

/** As `map`, with a turn for all other work now and then: thousands of entries hold up nobody. */
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
