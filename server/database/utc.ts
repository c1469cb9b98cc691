const WITH_MILLISECONDS = '2025-05-13T12:00:00.000+00:00'.length;

/**
 * A time from PostgreSQL's JSON in the API's form: `…12:00:00.5+00:00` becomes `…12:00:00.500Z`. Not
 * through `Date`: with a single one in it, an answer takes five times as long to serialise.
 */
export function asUtc(time: string): string {
  return time.length === WITH_MILLISECONDS && time.endsWith('+00:00')
    ? `${time.slice(0, -6)}Z`
    : new Date(time).toISOString();
}
