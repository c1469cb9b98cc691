/** Nothing that we write nests deeper. */
const MOST_DEPTH = 20;

/**
 * JSON in the one form that is hashed: names in order, no white space. Source: RFC 8785; the database
 * writes the same by its function `canonical`.
 * @throws RangeError for what nests too deeply
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MOST_DEPTH) throw new RangeError('This nests too deeply.');
  if (Array.isArray(value)) {
    return `[${value.map((each) => canonicalJson(each ?? null, depth + 1)).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each, depth + 1)}`);
  return `{${members.join(',')}}`;
}
