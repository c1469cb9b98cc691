import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
  // Colours may still be on their way after a change of theme: only what stays counts.
  await expect(async () => {
    // The other mode opens a page of its own to join frames; ours have none.
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode(true);
    const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }).toPass({ timeout: 15_000 });
}

/** The same in both themes and at both widths, where nothing scrolls sideways either. */
export async function expectAccessibleInEveryLook(
  page: Page,
  part = 'html',
  looks: readonly (typeof LOOKS)[number][] = LOOKS,
): Promise<void> {
  for (const { colorScheme, width, ...look } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, part, 'rules' in look ? look.rules : undefined);
    expect(await sideways(page), `${width} pixels, ${colorScheme}`).toBe(0);
  }
}

/** How many pixels the page is wider than its window. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
