import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstLoads } from './web-budgets.ts';

const folder = path.join(import.meta.dirname, '../build/client');

/** What anybody sees of the site before they sign in. */
const SITE =
  /^\/(learn-more|pricing|faq|guarantee|become-unblocker|privacy-policy|terms-and-conditions)?$/;
const SITE_KB = 150;
// Discussions has it; the next goal is 170.
const SIGNED_IN_KB = 207;
// Those of an account of the moderators; the next goal is 25, with the page, its style and its first data.
const FILES = 29;
// `npm test` builds the web before it comes here.
describe.skipIf(!existsSync(folder))('the JavaScript of a first load', () => {
  test('stays within its budget on every screen', async () => {
    const loads = await firstLoads(folder);
    expect(loads.length).toBeGreaterThan(20);
    const over = loads.filter(
      ({ address, kilobytes, files }) => kilobytes > budgetOf(address) || files > FILES,
    );
    expect(over).toEqual([]);
  });
});

function budgetOf(address: string): number {
  return SITE.test(address) ? SITE_KB : SIGNED_IN_KB;
}
