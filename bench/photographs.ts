/**
 * `npm run photographs`: pictures of every screen of the demo, and of every dialog that a button on it
 * opens, at 1440 and 360 px and in both themes, and contact sheets of them. PHOTOGRAPHS names the folder
 * (test-results/photographs), PHOTOGRAPHS_ONLY screens by a part of their name.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { demoPage } from './demo-page.ts';
import { withDemoProduct } from './demo-product.ts';
import { type Screen, screensOf, type Who } from './photographed-screens.ts';

const FOLDER = path.resolve(process.env.PHOTOGRAPHS ?? 'test-results/photographs');
const ONLY = process.env.PHOTOGRAPHS_ONLY ?? '';

const LOOKS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;

/** A screen or dialog, with the files of its looks. */
interface State {
  name: string;
  files: string[];
}

/** Pressed, these do something at once, or lead away. */
const ACTS =
  /^(?:Sign Out|Grab Request|Start|Message Customer|Take In|Resume|Check Now|Show|Hide|Download|Copy|Abandon|Extend|Open for|Continue|Mark|Mute|Previous|Next|All|Collapse|Expand|Preview|Sort|Send)/;
const MOST_DIALOGS = 8;

/** Of a contact sheet. */
const ROW = { height: 560, wide: 700, narrow: 270, gap: 10, title: 26 };
const ROWS = 3;

await withDemoProduct(async ({ browser, url, databaseUrl }) => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const screens = (await screensOf(databaseUrl)).filter(({ name }) => name.includes(ONLY));
  const states: State[] = [];
  for (const who of [null, 'customer', 'developer', 'moderator'] as const) {
    const page = await pageOf(browser, url, who);
    for (const screen of screens.filter((each) => each.who === who))
      states.push(...(await photographed(page, screen)));
    await page.context().close();
  }
  const sheets = await makeSheets(states);
  console.log(`${states.length} states in ${LOOKS.length} looks; ${sheets} sheets in ${FOLDER}`);
});

async function pageOf(browser: Browser, url: string, who: Who): Promise<Page> {
  if (who) return demoPage(browser, url, `${who}@example.com`);
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
  return context.newPage();
}

async function photographed(page: Page, screen: Screen): Promise<State[]> {
  await open(page, screen);
  const states = [await photograph(page, screen.name, true)];
  await open(page, screen);
  const names = await buttonsOn(page);
  for (const name of names) {
    if (states.length > MOST_DIALOGS) break;
    const dialog = page.getByRole('dialog');
    await page
      .getByRole('button', { name, exact: true })
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
    if (await appears(dialog)) {
      states.push(await photograph(page, `${screen.name}, ${name}`, false));
      await page.keyboard.press('Escape');
    }
    const isStill = new URL(page.url()).pathname === new URL(screen.address, page.url()).pathname;
    if (!isStill || (await dialog.count()) > 0) await open(page, screen);
  }
  return states;
}

async function open(page: Page, { address }: Screen): Promise<void> {
  await setLook(page, LOOKS[0]);
  await page.goto(address);
  await page.locator('h1').first().waitFor({ timeout: 20_000 });
  await page.waitForTimeout(700);
}

function appears(dialog: Locator): Promise<boolean> {
  const waiting = dialog.first().waitFor({ timeout: 1000 });
  return waiting.then(
    () => true,
    () => false,
  );
}

/** Names of what can be pressed on the page itself, each once. */
async function buttonsOn(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (const button of await page.locator('main button:enabled:visible').all()) {
    const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
    names.push(name.trim());
  }
  return [...new Set(names)].filter((name) => name !== '' && !ACTS.test(name));
}

async function photograph(page: Page, name: string, isWhole: boolean): Promise<State> {
  await page.waitForTimeout(300);
  const files: string[] = [];
  for (const look of LOOKS) {
    await setLook(page, look);
    await page.waitForTimeout(250);
    const slug = name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80);
    const file = path.join(FOLDER, `${slug}-${look.width}-${look.colorScheme}.png`);
    await page.screenshot({ path: file, fullPage: isWhole });
    files.push(file);
  }
  await setLook(page, LOOKS[0]);
  return { name, files };
}

async function setLook(page: Page, { width, height, colorScheme }: (typeof LOOKS)[number]) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

/** One row for a state: its four looks, cut where they are longer than a screen. */
async function makeSheets(states: readonly State[]): Promise<number> {
  const width = 2 * (ROW.wide + ROW.narrow) + 5 * ROW.gap;
  const height = ROW.height + ROW.title + ROW.gap;
  let sheets = 0;
  for (let from = 0; from < states.length; from += ROWS) {
    const rows = states.slice(from, from + ROWS);
    const layers = await Promise.all(rows.map((state, at) => layersOf(state, at * height, width)));
    await sharp({
      create: { width, height: height * rows.length, channels: 3, background: '#888' },
    })
      .composite(layers.flat())
      .png()
      .toFile(path.join(FOLDER, `sheet-${String(++sheets).padStart(2, '0')}.png`));
  }
  return sheets;
}

async function layersOf({ name, files }: State, top: number, width: number) {
  const words = name.replace(/[<&]/g, ' ');
  const title = `<svg width="${width}" height="${ROW.title}"><text x="10" y="19" font-size="17" font-family="sans-serif">${words}</text></svg>`;
  const layers = [{ input: Buffer.from(title), top, left: 0 }];
  let left = ROW.gap;
  for (const [at, file] of files.entries()) {
    const wide = at < 2 ? ROW.wide : ROW.narrow;
    const scaled = await sharp(file).resize({ width: wide }).toBuffer({ resolveWithObject: true });
    const seen = Math.min(scaled.info.height, ROW.height);
    const cut = { left: 0, top: 0, width: wide, height: seen };
    const input = await sharp(scaled.data).extract(cut).toBuffer();
    layers.push({ input, top: top + ROW.title, left });
    left += wide + ROW.gap;
  }
  return layers;
}
