/** What holds for every test file; one process does many of them. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { LONG } from './soak.ts';

// `npm test` tries the same things every time; `npm run soak` looks for what nobody has tried yet.
if (!LONG) fc.configureGlobal({ seed: 2026 });

// What the last test of a file has put there would be found by the next file while it is loaded.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// Modules of the web remember who is signed in and what was asked: the next file begins with nobody.
const web = join(import.meta.dirname, '../../web/');
afterAll(() => {
  if (expect.getState().testPath?.startsWith(web)) vi.resetModules();
});
