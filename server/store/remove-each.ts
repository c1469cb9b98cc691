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
  const failures: unknown[] = [];
  const goesOn = () => failures.length < MOST_FAILURES && Date.now() < until;
  let last = '';
  for (
    let rows = await keysAfter(last);
    rows.length > 0 && goesOn();
    rows = await keysAfter(last)
  ) {
    for (const { key } of rows) {
      if (!goesOn()) break;
      await remove(key).catch((error: unknown) => failures.push(error));
      last = key;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some could not be removed');
}
