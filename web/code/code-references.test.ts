import { beforeEach, expect, test, vi } from 'vitest';
import { codeReferences } from './code-references.ts';

const line = (from_line: number) => ({
  snapshot_id: 's',
  path: 'cart.ts',
  from_line,
  to_line: from_line,
});

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }));

test('lines chosen for nobody join those for the person who comes, once each', () => {
  codeReferences.add('7', line(1));
  codeReferences.add('7', line(2));
  codeReferences.add('7.dan', line(2));
  codeReferences.move('7', '7.dan');
  expect(codeReferences.of('7')).toEqual([]);
  expect(codeReferences.of('7.dan')).toEqual([line(2), line(1)]);
  expect(codeReferences.of('7.eve')).toEqual([]);
});
