/** All that this browser knows, and the stored one. */
export function timeZonesWith(stored: string | null): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), own]);
  if (stored) known.add(stored);
  return [...known].toSorted();
}
