import { expect, test } from 'vitest';
import { scaleFor } from './month-scale.ts';

test.each([
  [[9000], [0, 5000, 10_000]],
  [[0], [0, 100]],
  [
    [123_456, 50_000],
    [0, 50_000, 100_000, 150_000],
  ],
  [
    [-4000, 9000],
    [-5000, 0, 5000, 10_000],
  ],
  [[-700], [-800, -600, -400, -200, 0]],
  [[250], [0, 100, 200, 300]],
])('an axis for %j has lines at %j', (cents, ticks) => {
  const scale = scaleFor(cents);
  expect(scale.ticks.map((tick) => tick + 0)).toEqual(ticks);
  expect(scale.from).toBeLessThanOrEqual(Math.min(0, ...cents));
  expect(scale.to).toBeGreaterThanOrEqual(Math.max(0, ...cents));
});
