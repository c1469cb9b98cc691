import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { expectThumbsHit } from './targets.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The short form: each page reads it anew, and it is half as long. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Both themes at both widths. What a theme changes is colours alone. */
const LOOKS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 360, rules: ['color-contrast'] },
  { colorScheme: 'dark', width: 1440, rules: ['color-contrast'] },
] as const;

/** Of what phones alone have. */
export const PHONE_LOOKS = LOOKS.filter(({ width }) => width === 360);

/** Holds that axe finds nothing wrong with a page, or with the part of it that is named. */
export async function expectAccessible(
  page: Page,
  part = 'html',
  rules?: readonly string[],
): Promise<void> {
  // Loaded once for each page: that took longer than its looking.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Colours may still be on their way after a change of theme: only what stays counts.
  await expect(async () => {
    expect(await violations(page, part, rules)).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

/** Each with the first element that breaks the rule. */
function violations(page: Page, part: string, rules?: readonly string[]): Promise<string[]> {
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
  };
  return page.evaluate(
    async ({ part, options }) => {
      const { violations } = await window.axe.run(part, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { part, options },
  );
}

/** The same in both themes and at both widths, where nothing scrolls sideways either; on a phone thumbs hit all of it. */
export async function expectAccessibleInEveryLook(
  page: Page,
  part = 'html',
  looks: readonly (typeof LOOKS)[number][] = LOOKS,
): Promise<void> {
  for (const { colorScheme, width, ...look } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, part, 'rules' in look ? look.rules : undefined);
    await expect.poll(() => sideways(page), `${width} pixels, ${colorScheme}`).toBe(0);
    if (width === 360 && colorScheme === 'light') await expectThumbsHit(page, part);
  }
}

/** How many pixels the page is wider than its window. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
