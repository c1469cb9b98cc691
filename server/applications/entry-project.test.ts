import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entryProject } from './entry-project.ts';

const folder = new URL('./entry-project/', import.meta.url);

interface Order {
  number: number;
}

test('the project of the entry test has the bugs that its customer describes', async () => {
  const { totalOf } = await import(new URL('lib/money.js', folder).href);
  const croissants = [{ cents: 115, count: 3 }];
  expect(totalOf(croissants, 0)).toBe(345);
  // Ten percent off are $3.105, rounded up to $3.11.
  expect(totalOf(croissants, 10)).toBe(312);

  process.env.ORDERS_FILE = path.join(mkdtempSync(path.join(tmpdir(), 'unblock-bread-')), 'o.json');
  const { add, readAll } = await import(new URL('lib/store.js', folder).href);
  await Promise.all(Array.from({ length: 50 }, (_, at) => add({ name: `${at}` })));
  const orders: Order[] = await readAll();
  delete process.env.ORDERS_FILE;
  expect(new Set(orders.map(({ number }) => number)).size).toBeLessThan(50);

  const board = entryProject().files.find(({ path }) => path === 'public/board.js');
  expect(board?.text).toContain('innerHTML = orders');
});

test('the project is small, and begins with what its customer says', () => {
  const { files } = entryProject();
  expect(files).toHaveLength(16);
  expect(files.map(({ path }) => path)).toContain('README.md');
  expect(files.every(({ text, lines }) => text.endsWith('\n') && lines < 80)).toBe(true);
});
