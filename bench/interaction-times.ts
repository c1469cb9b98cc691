import type { CDPSession, Page } from '@playwright/test';

export interface Interaction {
  screen: string;
  name: string;
  /** Makes it possible again; not measured. */
  before?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  /** What the act brings into sight, as a CSS selector: how long that takes is measured too. */
  brings?: string;
  /** How many clicks and keys it is made of. */
  count?: number;
}

export interface Times {
  /** Of each click and key of each time it was done, until the next paint; milliseconds. */
  paints: number[][];
  /** From the last click or key until what it brings was in sight. */
  sights: number[];
}

/** The browser tells of no interaction below this, and of others in steps of 8. */
const LEAST_MS = 16;

declare global {
  interface Window {
    interactions: { id: number; ms: number }[];
    /** When the last click or key began. */
    lastBegan: number;
  }
}

/** Has every page of this tab note how long its clicks and keys wait for the next paint. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.interactions = [];
    window.lastBegan = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & {
        interactionId: number;
      })[])
        if (entry.interactionId > 0)
          window.interactions.push({ id: entry.interactionId, ms: entry.duration });
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const note = (event: Event) => {
      window.lastBegan = event.timeStamp;
    };
    for (const type of ['click', 'keydown']) addEventListener(type, note, { capture: true });
  });
}

interface Way {
  page: Page;
  devtools: CDPSession;
  rate: number;
  tries: number;
}

/** Does it `tries` times on a processor that is `rate` times slower. */
export async function timeInteraction(
  { page, devtools, rate, tries }: Way,
  { before, act, brings, count = 1 }: Interaction,
): Promise<Times> {
  const times: Times = { paints: [], sights: [] };
  for (let tried = 0; tried < tries; tried++) {
    await throttle(devtools, 1);
    await before?.();
    await untilQuiet(page);
    await throttle(devtools, rate);
    await untilQuiet(page);
    await page.evaluate(() => window.interactions.splice(0));
    const sight = brings ? untilInSight(page, brings) : null;
    await act();
    if (sight) times.sights.push(await sight);
    await untilQuiet(page);
    times.paints.push(await paintsOf(page, count));
  }
  await throttle(devtools, 1);
  return times;
}

async function throttle(devtools: CDPSession, rate: number): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Until the page has had nothing to do, and what it measured has been handed over. */
async function untilQuiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
    }
  });
}

/** Does not hold up what follows: it is asked before the act, and answers after it. */
function untilInSight(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve, reject) => {
        const end = performance.now() + 20_000;
        const look = () => {
          const element = document.querySelector(selector);
          if (element && element.getClientRects().length > 0)
            // The frame in which it is found is painted after this; what comes next, after that.
            return setTimeout(() => resolve(performance.now() - window.lastBegan));
          if (performance.now() > end) return reject(new Error(`${selector} never came`));
          requestAnimationFrame(look);
        };
        look();
      }),
    selector,
  );
}

/** The longest of the events of each interaction; those too short to be told of are set to 16. */
async function paintsOf(page: Page, count: number): Promise<number[]> {
  const events = await page.evaluate(() => window.interactions.splice(0));
  const longest = new Map<number, number>();
  for (const { id, ms } of events) longest.set(id, Math.max(ms, longest.get(id) ?? 0));
  const told = [...longest.values()];
  const short = Math.max(0, count - told.length);
  return [...told, ...Array<number>(short).fill(LEAST_MS)];
}
