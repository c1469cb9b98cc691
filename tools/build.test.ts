import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildServerIfStale } from './build.ts';

test('the built server is named by an address, as a folder may be called anything', async () => {
  const address = await buildServerIfStale();
  expect(address).toMatch(/^file:\/\/.*\/dist\/[\da-f]{64}\/process\.js$/);
  expect(existsSync(fileURLToPath(address))).toBe(true);
  // Built once, it is found.
  expect(await buildServerIfStale()).toBe(address);
});
