import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

/** Holds that axe finds nothing wrong with a page, or with the part of it that is named. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // axe may bring a newer copy of Playwright's types along; the page itself is the same.
  // Colours may still be on their way after a change of theme: only what stays counts.
  await expect(async () => {
    const axe = new AxeBuilder({ page: page as unknown as AxePage });
    const { violations } = await axe.include(part).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }).toPass({ timeout: 15_000 });
}
