/** We write nothing deeper. */
const MOST_DEPTH = 20;

/**
 * JSON in the canonical form that is hashed: sorted names, no white space. Source: RFC 8785; the
 * database's function `canonical` writes the same.
 * @throws RangeError for too deep nesting, and for a number that JSON has no other way to say than `null`
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MOST_DEPTH) throw new RangeError('This nests too deeply.');
  if (Array.isArray(value)) {
    return `[${value.map((each) => canonicalJson(each ?? null, depth + 1)).join(',')}]`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('A number in it is too large.');
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each, depth + 1)}`);
  return `{${members.join(',')}}`;
}
