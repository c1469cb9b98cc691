import type { Browser, BrowserContext, Page } from '@playwright/test';
import { HeardCalls } from './heard-calls.ts';

const WINDOW = { width: 1280, height: 720 };

/** A page without our program. */
export const NO_PROGRAM = '/robots.txt';

/** What journeys listen to. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

interface Lent {
  page: Page;
  heard: HeardCalls;
  /** What the journey has added to each page that is loaded. */
  scripts: { dispose: () => Promise<void> }[];
}

/**
 * The pages of the people of a journey, each in a browser context of its own, kept for the next journey:
 * in a new one the browser compiles all of the program anew, which takes three times as long as all else
 * about its first screen. What a journey has left behind in a page is cleared.
 */
export class KeptPages {
  private readonly free: Page[] = [];
  private lent: Lent[] = [];
  private readonly browser: Browser;
  private readonly baseURL: string;

  constructor(browser: Browser, baseURL: string) {
    this.browser = browser;
    this.baseURL = baseURL;
  }

  /** The page of somebody who is not signed in and has left nothing here. */
  async lend(): Promise<Page> {
    const page = this.free.shift() ?? (await this.open());
    const heard = new HeardCalls();
    heard.listen(page);
    this.lent.push({ page, heard, scripts: [] });
    return page;
  }

  /** What the pages of this journey have asked for, by person in the order of their coming. */
  heard(): string {
    return this.lent.map(({ heard }, n) => `Person ${n + 1}\n${heard}`).join('\n');
  }

  /** Takes back what was lent; after a journey that failed, nothing is kept. */
  async takeBack(isGood: boolean): Promise<void> {
    const { lent } = this;
    this.lent = [];
    for (const { page, scripts } of lent) {
      if (!isGood || page.isClosed()) {
        await page.context().close();
        continue;
      }
      for (const script of scripts) await script.dispose();
      await clear(page);
      this.free.push(page);
    }
  }

  async close(): Promise<void> {
    await this.takeBack(false);
    for (const page of this.free) await page.context().close();
  }

  private async open(): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: this.baseURL,
      locale: 'en-US',
      reducedMotion: 'reduce',
      viewport: WINDOW,
    });
    await showNewsLonger(context);
    const page = await context.newPage();
    const addInitScript: Page['addInitScript'] = page.addInitScript.bind(page);
    page.addInitScript = async (...script: Parameters<Page['addInitScript']>) => {
      const added = await addInitScript(...script);
      this.lent.find((lent) => lent.page === page)?.scripts.push(added);
      return added;
    };
    return page;
  }
}

async function clear(page: Page): Promise<void> {
  const context = page.context();
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  context.removeAllListeners('page');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(NO_PROGRAM);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    // Files that were chosen and not sent.
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve) => {
        const gone = indexedDB.deleteDatabase(name);
        gone.onsuccess = resolve;
        gone.onerror = resolve;
      });
  });
  await context.clearCookies();
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(WINDOW);
  await page.mouse.move(0, 0);
}

/**
 * What was done is said for four seconds, which is short for somebody who looks late: on a busy
 * machine a journey does.
 */
async function showNewsLonger(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wait = globalThis.setTimeout;
    const longer = (act: () => void, delay = 0, ...rest: []) =>
      wait(act, delay === 4000 ? 20_000 : delay, ...rest);
    Object.assign(globalThis, { setTimeout: longer });
  });
}
