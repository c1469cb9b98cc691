import { readFile } from 'node:fs/promises';
import { type Browser, chromium, devices, expect, type Locator, type Page } from '@playwright/test';

/** Somebody who types five letters a second, and looks for two seconds before each press. */
const LETTER_MS = 200;
const LOOK_MS = 2000;
/** A phone of the middle: a fourth of this processor, and 1.6 Mbit/s with 150 ms both ways. */
const PROCESSOR = { rate: 4 };
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 1_600_000 / 8,
};

export interface Measured {
  presses: number;
  entries: number;
  letters: number;
  kilobytes: number;
  /** In seconds: typing and looking, and what the product took beside it. */
  person: number;
  product: number;
  /** Of the product's, what the page had to wait for a processor that did other people's work. */
  withheld: number;
  /** From opening the first page, without what was withheld. */
  seconds: number;
  /** What was done, and at which second by the clock on the wall. */
  steps: string[];
}

/**
 * A phone in the hand of somebody who has never been here, in a browser of its own: nothing is in its cache, and
 * V8 works as it does on phones. A phone has its processor for itself: what this machine gives to others while
 * the page wants to run is counted by the kernel, and taken off. Not so while the person types or looks, when
 * nobody waits for it, and not the server's waits.
 * @param waits whether they really type and look; else the time of both is added at the end, as it would be
 */
export async function takePhone(baseURL: string, waits = true) {
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    baseURL,
    locale: 'en-US',
  });
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  let bytes = 0;
  phone.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await phone.send('Network.enable');
  await phone.send('Network.emulateNetworkConditions', LINE);
  await phone.send('Emulation.setCPUThrottlingRate', PROCESSOR);

  const withheld = await queueOf(browser);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const done = { presses: 0, entries: 0, letters: 0 };
  const steps: string[] = [];
  const step = (name: string) => steps.push(`${seconds().toFixed(1).padStart(5)} s  ${name}`);

  return {
    page,
    step,
    press: async (name: string, act: () => Promise<unknown>) => {
      if (waits) await withheld.pause(() => page.waitForTimeout(LOOK_MS));
      done.presses++;
      step(`presses ${name}`);
      await act();
    },
    type: async (name: string, field: Locator, text: string) => {
      done.entries++;
      done.letters += text.length;
      await field.tap();
      step(`begins with ${name}`);
      if (waits) await withheld.pause(() => typeOn(page, text));
      else await field.fill(text);
      await expect(field).toHaveValue(text);
    },
    putDown: async (): Promise<Measured> => {
      const waited = seconds();
      const others = await withheld.seconds();
      await browser.close();
      const person = (done.letters * LETTER_MS + done.presses * LOOK_MS) / 1000;
      const product = waited - (waits ? person : 0);
      return {
        ...done,
        kilobytes: Math.round(bytes / 1024),
        person: tenths(person),
        product: tenths(product),
        withheld: tenths(others),
        seconds: tenths(person + product - others),
        steps,
      };
    },
  };
}

/** Fingers do not wait for the page: where it is slow, its letters come later than they were typed. */
async function typeOn(page: Page, text: string): Promise<void> {
  const letters: Promise<void>[] = [];
  for (const letter of text) {
    letters.push(page.keyboard.press(letter));
    await page.waitForTimeout(LETTER_MS);
  }
  await Promise.all(letters);
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

/** How long the pages of a browser were ready to run and had no processor. Only Linux tells; elsewhere it is 0. */
async function queueOf(browser: Browser) {
  const devtools = await browser.newBrowserCDPSession();
  async function now(): Promise<number> {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const waits = renderers.map(async ({ id }) => {
      // Nanoseconds on a processor, and in the queue for one; of the main thread.
      const told = await readFile(`/proc/${id}/schedstat`, 'utf8').catch(() => '0 0');
      return Number(told.split(' ')[1]) / 1e9;
    });
    return (await Promise.all(waits)).reduce((sum, wait) => sum + wait, 0);
  }
  let uncounted = await now();
  return {
    /** Nobody waits for the page meanwhile. */
    pause: async (act: () => Promise<unknown>) => {
      const before = await now();
      await act();
      uncounted += (await now()) - before;
    },
    seconds: async () => (await now()) - uncounted,
  };
}
