import { expect, test } from 'vitest';
import { mutantsOf } from './mutants.ts';

const faults = (source: string) =>
  mutantsOf(source).map(({ line, source: changed }) => `${line}: ${changed.split('\n')[line - 1]}`);

test('each place that a mistake could change makes one mutant', () => {
  expect(faults('const ok = a < b && c;')).toEqual([
    '1: const ok = a <= b && c;',
    '1: const ok = a < b || c;',
  ]);
  expect(faults('const HOURS = 24;\nMath.round(x)')).toEqual([
    '1: const HOURS = 77;',
    '2: Math.floor(x)',
  ]);
  expect(faults('const MINUTES = { link: 60, code: 10 };')).toEqual([
    '1: const MINUTES = { link: 77, code: 10 };',
    '1: const MINUTES = { link: 60, code: 77 };',
  ]);
  expect(faults("  .selectAll()\n  .where('id', '=', id)\n  .forUpdate()")).toEqual([
    '2:   .forUpdate()',
    '3:   ',
  ]);
});

test('types, imports and comments make none', () => {
  const source = [
    "import { a } from './a - b.ts';",
    '// a < b && c',
    ' * more - less',
    'function f<T>(a: Map<string, T>): T | null {',
    '  | { allowed: true }',
    "throw new Error('a < b');",
    'subject: `Request #${id} - ${words}`,',
    "'less - more'",
  ];
  expect(faults(source.join('\n'))).toEqual([]);
});
