/**
 * Whether a version is in a range of releases: comparisons that all hold, several such with `||`
 * between them, such as `>=1.0.0 <1.2.3 || =2.0.1`.
 * @throws Error for a range that is none
 */
export function isInRange(version: string, range: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((comparison) => holds(version, comparison)),
  );
}

function holds(version: string, comparison: string): boolean {
  const [, operator = '', bound = ''] = /^(<=|>=|<|>|=)(\d.*)$/.exec(comparison) ?? [];
  if (operator === '') throw new Error(`not a comparison of versions: ${comparison}`);
  const order = compare(version, bound);
  if (order === 0) return operator.includes('=');
  return order < 0 ? operator.startsWith('<') : operator.startsWith('>');
}

/** Below, at or above zero. A release before its number (1.0.0-beta) comes before it. */
function compare(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (const index of [0, 1, 2]) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.before === b.before) return 0;
  if (a.before === '' || b.before === '') return a.before === '' ? 1 : -1;
  return a.before < b.before ? -1 : 1;
}

function partsOf(version: string): { numbers: number[]; before: string } {
  const [release = '', ...before] = (version.split('+')[0] ?? '').split('-');
  return { numbers: release.split('.').map(Number), before: before.join('-') };
}
