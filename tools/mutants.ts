/** One place of a source file, changed as a mistake would change it. */
export interface Mutant {
  line: number;
  /** What the fault is, in the words of a report. */
  fault: string;
  /** The line as it is. */
  before: string;
  /** The whole file with the fault. */
  source: string;
}

type Change = readonly [pattern: RegExp, replacement: string, fault: string];

/** Operators stand between spaces here (Biome sees to it), so types and patterns are left alone. */
const changes: readonly Change[] = [
  [/ < /g, ' <= ', 'a border that is included'],
  [/ <= /g, ' < ', 'a border that is left out'],
  [/ > /g, ' >= ', 'a border that is included'],
  [/ >= /g, ' > ', 'a border that is left out'],
  [/ === /g, ' !== ', 'a comparison the other way round'],
  [/ !== /g, ' === ', 'a comparison the other way round'],
  [/ && /g, ' || ', 'either instead of both'],
  [/ \|\| /g, ' && ', 'both instead of either'],
  [/ \+ /g, ' - ', 'less instead of more'],
  [/ - /g, ' + ', 'more instead of less'],
  [/ \* /g, ' / ', 'divided instead of multiplied'],
  [/Math\.min\(/g, 'Math.max(', 'the larger instead of the smaller'],
  [/Math\.max\(/g, 'Math.min(', 'the smaller instead of the larger'],
  [/Math\.(?:round|ceil)\(/g, 'Math.floor(', 'rounded down'],
  [/Math\.floor\(/g, 'Math.ceil(', 'rounded up'],
  [/\.forUpdate\(\)|\.forKeyShare\(\)| for (?:update|key share)(?: of \w+)?/g, '', 'no lock'],
  [/\bif \(!/g, 'if (', 'a condition the other way round'],
  [/(?<=: |return |=> )true\b/g, 'false', 'no instead of yes'],
  [/(?<=: |return |=> )false\b/g, 'true', 'yes instead of no'],
  [/interval '\d+ /g, "interval '77 ", 'another interval'],
  [/(?<=^(?:export )?const [A-Z_]+ = (?:.*[^\w.])?)\d[\d_]*(?=[\s;*,])/g, '77', 'another number'],
];

/** Lines that go as a whole: a filter of a query. */
const FILTER = /^\s*\.where\(.*\)$|^\s*and [^`]*$/;
/** What says nothing about behaviour. */
const DULL =
  /^\s*(?:import |export (?:type|interface)|type |interface |\/?\*|\/\/|\| |.*throw new Error\()/;

/** All mutants of one source file, in the order of its lines; none in imports, types and comments. */
export function mutantsOf(source: string): Mutant[] {
  const lines = source.split('\n');
  return lines.flatMap((before, at) => {
    if (DULL.test(before)) return [];
    return faultsIn(before).map(({ fault, after }) => ({
      line: at + 1,
      fault,
      before: before.trim(),
      source: lines.toSpliced(at, 1, ...after).join('\n'),
    }));
  });
}

function faultsIn(line: string): { fault: string; after: string[] }[] {
  const changed = changes.flatMap(([pattern, replacement, fault]) =>
    [...line.matchAll(pattern)]
      .filter(({ index, 0: { length } }) => !isDash(line, index, length))
      .map(({ index, 0: { length } }) => ({
        fault,
        after: [line.slice(0, index) + replacement + line.slice(index + length)],
      })),
  );
  return FILTER.test(line) ? [...changed, { fault: 'a filter left out', after: [] }] : changed;
}

/** Between the words of a text ` - ` is no arithmetic. */
function isDash(line: string, index: number, length: number): boolean {
  if (!/^ [+-] $/.test(line.slice(index, index + length))) return false;
  const text = [...line.matchAll(/`[^`]*`|'[^']*'/g)].find(
    (one) => one.index < index && index < one.index + one[0].length,
  );
  const before = text ? line.slice(text.index, index) : '${';
  return before.lastIndexOf('${') <= before.lastIndexOf('}');
}
