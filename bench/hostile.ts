/**
 * What input that is made to be slow costs others: how long the server leaves everybody else without
 * an answer while it reads it, and how long it holds the page of the person who opens it.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { ensureChromium } from '../tools/chromium.ts';
import { demoPage, demoSession } from './demo-page.ts';
import { hostileFiles, hostileTexts } from './hostile-input.ts';
import { type Running, startProduct } from './processes.ts';

const GOALS = { server: 50, browser: 200 };
const FILE_ROUTES = ['secrets', 'stack', 'entries', 'text'];

type Row = { 'longest ms': number; goal: string };

/** Prints both tables. The database is empty when it begins; the demo is put into it. */
export async function measureHostile(settings: Record<string, string>): Promise<void> {
  const product = await startProduct({
    ...settings,
    HOST: '127.0.0.1',
    DEMO: 'on',
    RATE_LIMITS: 'off',
  });
  const browser = await chromium.launch({ executablePath: await ensureChromium() });
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  try {
    console.log('\nThe longest wait of anybody else while the server reads');
    console.table(await heldByFiles(product));
    console.log('\nThe longest task of the page that opens a thread with');
    const page = await demoPage(browser, product.url, 'customer@example.com');
    console.table(await heldByMessages(page, client));
  } finally {
    await client.end();
    await browser.close();
    await product.stop();
  }
}

async function heldByFiles({ url }: Running): Promise<Record<string, Row>> {
  const session = JSON.parse(await demoSession(url, 'customer@example.com'));
  const headers = { authorization: `Bearer ${session.access_token}` };
  const rows: Record<string, Row> = {};
  const row = async (name: string, work: () => Promise<unknown>) => {
    rows[name] = { 'longest ms': await longestWait(url, work), goal: `under ${GOALS.server}` };
  };
  await row('nothing', () => sleep(2000));
  for (const { name, content } of hostileFiles()) {
    await row(name, async () => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const answer = await fetch(`${url}/files/upload`, { method: 'POST', headers, body: form });
      const { fileKey } = (await answer.json()) as { fileKey?: string };
      for (const about of fileKey ? FILE_ROUTES : []) {
        await fetch(`${url}/api/files/${fileKey}/${about}`, { headers }).then((got) => got.text());
      }
      // Its picture is drawn afterwards.
      await sleep(1000);
    });
  }
  return rows;
}

/** Asks all the time, from a connection of its own, and remembers the answer that took longest (ms). */
async function longestWait(url: string, work: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asked = () =>
    new Promise<void>((resolve, reject) => {
      get(`${url}/healthz`, { agent }, (answer) => answer.resume().on('end', resolve)).on(
        'error',
        reject,
      );
    });
  let longest = 0;
  let isDone = false;
  const asking = (async () => {
    await asked();
    while (!isDone) {
      const began = performance.now();
      await asked();
      longest = Math.max(longest, performance.now() - began);
      await sleep(2);
    }
  })();
  await work().finally(() => {
    isDone = true;
  });
  await asking;
  agent.destroy();
  return Math.round(longest);
}

async function heldByMessages(page: Page, client: pg.Client): Promise<Record<string, Row>> {
  const { rows: tickets } = await client.query<{
    id: string;
    developer_id: string;
    pairing_id: string;
  }>(
    `select t.id, t.developer_id, t.pairing_id from tickets t join users c on c.id = t.customer_id
     where c.email = 'customer@example.com' and t.developer_id is not null limit 1`,
  );
  const [ticket] = tickets;
  if (!ticket) throw new Error('The demo has no request with an unblocker.');
  await page.addInitScript(() => {
    const seen = { longest: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  const rows: Record<string, Row> = {};
  for (const [name, text] of Object.entries(hostileTexts)) {
    await client.query('delete from messages where ticket_id = $1', [ticket.id]);
    // As many as anybody could send while nobody looks.
    await client.query(
      `insert into messages (ticket_id, author_id, text, pairing_id) select $1, $2, $3, $4 from generate_series(1, 10)`,
      [ticket.id, ticket.developer_id, text, ticket.pairing_id],
    );
    await page.goto(`/discussions/${ticket.id}`);
    await page.getByRole('log').getByRole('listitem').last().waitFor();
    await page.waitForTimeout(3000);
    const longest = await page.evaluate(
      () => (globalThis as unknown as { seen: { longest: number } }).seen.longest,
    );
    rows[name] = { 'longest ms': Math.round(longest), goal: `under ${GOALS.browser}` };
  }
  return rows;
}
