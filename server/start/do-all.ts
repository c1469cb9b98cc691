/**
 * Does parts of a job one after the other: one that fails holds up nothing of the rest.
 * @throws AggregateError with all failures
 */
export async function doAll(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} parts failed: ${failures.join('; ')}`);
}
