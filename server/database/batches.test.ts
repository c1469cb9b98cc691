import { expect, test } from 'vitest';
import { Batches } from './batches.ts';

test('a batch that hangs keeps its own items waiting and no others', async () => {
  const hung = Promise.withResolvers<string[]>();
  const batches = new Batches(
    (items: string[]) => (items.includes('hangs') ? hung.promise : Promise.resolve(items)),
    50,
  );
  const first = batches.add('hangs');
  expect(await Promise.all(['one', 'two'].map((item) => batches.add(item)))).toEqual([
    'one',
    'two',
  ]);
  hung.resolve(['ended']);
  expect(await first).toBe('ended');
});

test('items that come while a batch is under way go together', async () => {
  const sizes: number[] = [];
  const batches = new Batches(async (items: number[]) => {
    sizes.push(items.length);
    return items;
  }, 3);
  const all = [0, 1, 2, 3, 4, 5];
  expect(await Promise.all(all.map((item) => batches.add(item)))).toEqual(all);
  expect(sizes).toEqual([1, 3, 2]);
});
