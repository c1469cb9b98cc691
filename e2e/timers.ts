import type { Page } from '@playwright/test';

declare global {
  /** Of a page whose acts are held. */
  var heldActs: { act: () => void; delay: number }[];
}

/**
 * Holds what screens do by themselves after two or three seconds, such as leading on, until it is let
 * go: however late we look, they still stand. For pages that are opened from now on.
 */
export async function holdDelayedActs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.heldActs = [];
    const wait = globalThis.setTimeout;
    const hold = (act: () => void, delay = 0, ...rest: []) =>
      delay === 2000 || delay === 3000
        ? -globalThis.heldActs.push({ act, delay })
        : wait(act, delay, ...rest);
    Object.assign(globalThis, { setTimeout: hold });
  });
}

/** Does what was held for so many milliseconds, as if they had passed; it has to be held. */
export async function letDelayedActs(page: Page, delay: 2000 | 3000): Promise<void> {
  await page.waitForFunction(
    (delay) => globalThis.heldActs.some((held) => held.delay === delay),
    delay,
  );
  await page.evaluate((delay) => {
    const due = globalThis.heldActs.filter((held) => held.delay === delay);
    globalThis.heldActs = globalThis.heldActs.filter((held) => held.delay !== delay);
    for (const { act } of due) act();
  }, delay);
}
