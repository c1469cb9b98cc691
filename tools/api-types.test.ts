import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CALLS, callsText } from './api-types.ts';

test('the calls of the web are those of the server (`npm run api-types`)', async () => {
  expect(await readFile(CALLS, 'utf8')).toBe(await callsText());
});
