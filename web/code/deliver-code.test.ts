import { expect, test } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import { deliveryOf } from './deliver-code.tsx';

const version = { kind: 'delivery', milestone_id: 'one', delivery_id: null, state: 'ready' };

test('what no submission takes along is not shown as what goes along', () => {
  const now = { ...version, id: 'now', stays_behind: false } as Snapshot;
  const earlier = { ...version, id: 'earlier', stays_behind: true } as Snapshot;
  expect(deliveryOf([earlier], 'one')).toBeUndefined();
  expect(deliveryOf([earlier, now], 'one')).toBe(now);
});
