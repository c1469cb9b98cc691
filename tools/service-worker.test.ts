import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { screensOf } from './screen-files.ts';

const folder = path.join(import.meta.dirname, '../build/client');
const built = path.join(folder, 'service-worker.js');
/** What a browser fetches in the background for each release, compressed. */
const MEGABYTES = 1;

// `npm test` builds the web before it comes here.
describe.skipIf(!existsSync(built))('the service worker', () => {
  const kept = () => {
    const names = [...readFileSync(built, 'utf8').matchAll(/url:[`"](\/[^`"]+)/g)];
    return names.map(([, name = '']) => name);
  };

  test('keeps every script of every screen, and the page that opens them', async () => {
    const scripts = (await screensOf(folder)).flatMap(({ scripts }) => scripts);
    expect(scripts.length).toBeGreaterThan(100);
    expect(kept()).toEqual(
      expect.arrayContaining([...new Set(scripts), '/dashboard?kept', '/start.js']),
    );
  });

  test('keeps nothing but the build’s own files, which are the same for everybody', () => {
    const others = kept().filter(
      (name) => !/^\/(assets\/[\w.-]+|dashboard\?kept|start\.js)$/.test(name),
    );
    expect(others).toEqual([]);
  });

  test('fetches no more than its budget', () => {
    const bytes = kept()
      .filter((name) => name !== '/dashboard?kept')
      .map((name) => path.join(folder, name))
      .map((file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MEGABYTES * 1_000_000);
  });
});
