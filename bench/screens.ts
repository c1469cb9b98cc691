/**
 * `npm run bench:screens`: how long signed-in screens take until their largest content is painted, in
 * Chromium at a fourth of the processor, on a line of 1.6 Mbit/s and 150 ms, cold and warm, and how many
 * requests come before it. SCREENS_ONLY names screens by a part of their name.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import pg from 'pg';
import { hasCaddy } from './caddy.ts';
import { demoPage } from './demo-page.ts';
import { type DemoProduct, withDemoProduct } from './demo-product.ts';

const GOALS_MS = { cold: 2000, warm: 1200 };
const MOST_REQUESTS = 25;
const TRIES = 3;
const ONLY = process.env.SCREENS_ONLY ?? '';
const LINE = { latency: 150, throughput: 1_600_000 / 8 };

interface Screen {
  name: string;
  who: string;
  address: string;
}

interface Load {
  ms: number;
  requests: number;
  kilobytes: number;
}

console.log(
  hasCaddy ? 'Behind Caddy, by HTTP/2.' : 'Straight from the server, by HTTP/1.1: needs caddy.',
);
const measureAll = async ({ browser, url, databaseUrl }: DemoProduct) => {
  const rows = [];
  for (const screen of (await screensOf(databaseUrl)).filter(({ name }) => name.includes(ONLY)))
    rows.push(await measure(browser, url, screen));
  console.table(rows);
  const over = rows.filter(({ cold, warm, requests }) => isOver({ cold, warm, requests }));
  console.log(
    `${over.length} of ${rows.length} took longer than ${GOALS_MS.cold} ms cold or ${GOALS_MS.warm} warm, or more than ${MOST_REQUESTS} requests.`,
  );
};
await withDemoProduct(measureAll, { behindCaddy: hasCaddy });

async function screensOf(connectionString: string): Promise<Screen[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select t.id from tickets t join users u on u.id = t.customer_id
     where u.email = 'customer@example.com' and t.status = 'CUSTOMER_REVIEWING_RESULTS' limit 1`,
  );
  await client.end();
  const id = rows[0]?.id ?? '';
  return [
    { name: 'customer dashboard', who: 'customer', address: '/dashboard/customer' },
    { name: 'roadmap', who: 'customer', address: `/dashboard/customer/plan/${id}` },
    { name: 'discussion', who: 'customer', address: `/discussions/${id}` },
    { name: 'open requests', who: 'developer', address: '/dashboard/developer/available' },
    { name: 'developer dashboard', who: 'developer', address: '/dashboard/developer' },
    { name: 'moderation', who: 'moderator', address: '/moderation' },
  ];
}

async function measure(browser: Browser, url: string, { name, who, address }: Screen) {
  const cold: Load[] = [];
  const warm: Load[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const signedIn = await demoPage(browser, url, `${who}@example.com`);
    const context = signedIn.context();
    await signedIn.close();
    cold.push(await load(context, address));
    warm.push(await load(context, address));
    await context.close();
  }
  const [first, again] = [middle(cold), middle(warm)];
  return {
    screen: name,
    cold: first.ms,
    warm: again.ms,
    requests: first.requests,
    'kB before it': first.kilobytes,
  };
}

/** Until the page's largest content was painted, which is known two quiet seconds later. */
async function load(context: BrowserContext, address: string): Promise<Load> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.throughput,
    uploadThroughput: LINE.throughput,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await watch(page);
  await page.goto(address);
  // Looked for rarely: looking takes the page's time.
  await page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      window.painted.ms > 0 &&
      performance.now() - window.painted.at > 2000,
    undefined,
    { polling: 500 },
  );
  const measured = await page.evaluate(() => {
    const { ms } = window.painted;
    const before = performance
      .getEntriesByType('resource')
      .filter((one): one is PerformanceResourceTiming => one.startTime < ms);
    const bytes = before.reduce((sum, one) => sum + one.transferSize, 0);
    return { ms: Math.round(ms), requests: before.length, kilobytes: Math.round(bytes / 1000) };
  });
  await page.close();
  return measured;
}

declare global {
  interface Window {
    /** When the largest content so far was painted, and when that was noticed. */
    painted: { ms: number; at: number };
  }
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.painted = { ms: 0, at: 0 };
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries())
        window.painted = { ms: startTime, at: performance.now() };
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

function middle(loads: Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.ms - b.ms);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
}

function isOver({ cold, warm, requests }: { cold: number; warm: number; requests: number }) {
  return cold > GOALS_MS.cold || warm > GOALS_MS.warm || requests > MOST_REQUESTS;
}
