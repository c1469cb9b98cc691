import { randomBytes } from 'node:crypto';

/** With so many failures it is the store that does not answer. */
const MOST_FAILURES = 20;
/** The rest waits for the next run: no job may look as if its server had died. */
const LONGEST_RUN_MS = 3 * 60_000;

/**
 * Removes one after the other. What cannot be removed keeps back nothing else, and is found again by the
 * next run.
 * @param keysAfter the next keys after one, in their order; none when that was the last
 * @throws AggregateError what failed, after all others were removed
 */
export async function removeEach(
  keysAfter: (key: string) => Promise<{ key: string }[]>,
  remove: (key: string) => Promise<void>,
): Promise<void> {
  const until = Date.now() + LONGEST_RUN_MS;
  const failures = new Map<string, unknown>();
  for await (const key of inAnyOrder(keysAfter)) {
    if (failures.size >= MOST_FAILURES || Date.now() >= until) break;
    if (failures.has(key)) continue;
    await remove(key).catch((error: unknown) => failures.set(key, error));
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Some could not be removed');
}

/** From any key on, and then from the first: those that fail are not ahead of the others in each run. */
async function* inAnyOrder(
  keysAfter: (key: string) => Promise<{ key: string }[]>,
): AsyncGenerator<string> {
  for (const beginning of [randomBytes(24).toString('base64url'), '']) {
    let rows = await keysAfter(beginning);
    for (let last = rows.at(-1); last; last = rows.at(-1)) {
      const shuffled = rows.map(({ key }) => ({ key, at: Math.random() }));
      for (const { key } of shuffled.toSorted((one, other) => one.at - other.at)) yield key;
      rows = await keysAfter(last.key);
    }
  }
}
