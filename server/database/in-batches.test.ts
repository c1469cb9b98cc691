import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test('a batch that hangs keeps its own items waiting and no others', async () => {
  const hung = Promise.withResolvers<string[]>();
  const post = inBatches(
    (items: string[]) => (items.includes('hangs') ? hung.promise : Promise.resolve(items)),
    50,
  );
  const first = post('hangs');
  expect(await Promise.all(['one', 'two'].map(post))).toEqual(['one', 'two']);
  hung.resolve(['ended']);
  expect(await first).toBe('ended');
});

test('items that come while a batch is under way go together', async () => {
  const sizes: number[] = [];
  const post = inBatches(async (items: number[]) => {
    sizes.push(items.length);
    return items;
  }, 3);
  const all = [0, 1, 2, 3, 4, 5];
  expect(await Promise.all(all.map(post))).toEqual(all);
  expect(sizes).toEqual([1, 3, 2]);
});
