import { expect, test } from 'vitest';
import { switchFaults } from './mutation-switch.ts';

const switched = (source: string, ...faulty: string[]) =>
  switchFaults(
    source,
    faulty.map((one, id) => ({ id, source: one })),
  ).source;

test('each fault of an expression has a switch, and one within another has its own', () => {
  expect(
    switched(
      'const f = (a) => a < b && c;',
      'const f = (a) => a <= b && c;',
      'const f = (a) => a < b || c;',
    ),
  ).toBe('const f = (a) => (fault$(1) ? (a < b || c) : ((fault$(0) ? (a <= b) : (a < b)) && c));');
});

test('what is called stays on its object, and SQL within its tag', () => {
  expect(
    switched(
      'const f = () => q.where(a).forUpdate().execute();',
      'const f = () => q.where(a).execute();',
    ),
  ).toBe(
    'const f = () => (fault$(0) ? (q.where(a).execute()) : (q.where(a).forUpdate().execute()));',
  );
  expect(
    switched('const f = () => sql`select a\n  and b`;', 'const f = () => sql`select a`;'),
  ).toBe('const f = () => (fault$(0) ? (sql`select a`) : (sql`select a\n  and b`));');
  expect(
    switched('const f = () => { if (!a?.b) c(); };', 'const f = () => { if (a?.b) c(); };'),
  ).toBe('const f = () => { if ((fault$(0) ? (a?.b) : (!a?.b))) c(); };');
});

test('a constant of the file is set anew while its fault is switched on', () => {
  expect(switched('export const A: number = 5 * 60;', 'export const A: number = 77 * 60;')).toBe(
    'export let A: number = 5 * 60; constant$(0, () => A, (value) => { A = value }, () => (77 * 60));',
  );
});

test('a fault in a type has no switch', () => {
  const source = 'type A = { is: true }; function f(a: true) {}';
  const { ids } = switchFaults(source, [{ id: 0, source: source.replace('a: true', 'a: false') }]);
  expect(ids.size).toBe(0);
});
