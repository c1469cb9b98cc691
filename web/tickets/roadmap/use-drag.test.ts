import { describe, expect, it } from 'vitest';
import { dragOf, shiftOf } from './use-drag.ts';

const rows = [100, 60, 80].map((height, index, all) => ({
  height,
  top: all.slice(0, index).reduce((sum, each) => sum + each, 0),
}));

describe('a dragged milestone', () => {
  it('falls back into its place until its middle has passed that of another', () => {
    expect(dragOf({ from: 0, rows }, 79)).toMatchObject({ to: 0 });
    expect(dragOf({ from: 0, rows }, 81)).toMatchObject({ to: 1 });
    expect(dragOf({ from: 0, rows }, 500)).toMatchObject({ to: 2 });
    expect(dragOf({ from: 2, rows }, -500)).toMatchObject({ to: 0 });
  });

  it('makes those that it passes move over by its height, and no others', () => {
    const down = { from: 0, to: 1, offset: 81, height: 100 };
    expect([0, 1, 2].map((index) => shiftOf(down, index))).toEqual([81, -100, 0]);
    const up = { from: 2, to: 1, offset: -70, height: 80 };
    expect([0, 1, 2].map((index) => shiftOf(up, index))).toEqual([0, 80, -70]);
  });
});
