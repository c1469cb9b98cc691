/**
 * `node bench/interaction.ts`: how long screens take to answer a click or a key at a fourth of the
 * processor, with the demo's requests and a thread of 5,000 messages. Goal: under 100 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { ensureChromium } from '../tools/chromium.ts';
import { startMailSink, startProduct } from './processes.ts';

const SLOWER = 4;
const MESSAGES = 5000;
const GOAL_MS = 100;

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-bench-'));
const database = await startEmbeddedDatabase({ folder });
const mailSink = await startMailSink();
const product = await startProduct({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  SMTP_URL: mailSink.url,
  DEMO: 'on',
});
const browser = await chromium.launch({ executablePath: await ensureChromium() });
try {
  const ticketId = await lengthenThread();
  const page = await browser.newPage({ baseURL: product.url });
  await watchEvents(page);
  await signIn(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  console.table({
    'dashboard: open the request form': await slowest(page, '/dashboard/customer', async () => {
      await page.getByRole('button', { name: 'New Request' }).click();
      await page.getByRole('dialog').getByLabel('Budget').fill('$100');
    }),
    'roadmap: show the files': await slowest(
      page,
      `/dashboard/customer/plan/${ticketId}`,
      async () => {
        await page
          .getByRole('button', { name: /^(Show Files|Back to Dashboard)/ })
          .first()
          .click();
      },
    ),
    [`thread of ${MESSAGES} messages: write and send`]: await slowest(
      page,
      `/discussions/${ticketId}`,
      async () => {
        const message = page.getByRole('textbox', { name: 'Message' });
        await message.pressSequentially('Did that help?', { delay: 50 });
        await page.getByRole('button', { name: 'Send' }).click();
      },
    ),
  });
} finally {
  await browser.close();
  await product.stop();
  mailSink.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Fills the thread of a request of the demo's customer that has a developer. */
async function lengthenThread(): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `select t.id from tickets t join users u on u.id = t.customer_id
     where u.email = 'customer@example.com' and t.status = 'DEVELOPER_WORKING' limit 1`,
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `insert into messages (ticket_id, author_id, text, is_read)
     select t.id, case when n % 2 = 0 then t.customer_id else t.developer_id end,
       'Message ' || n || ': have you tried it in a *private* window?', true
     from tickets t, generate_series(1, ${MESSAGES}) n where t.id = $1`,
    [id],
  );
  await client.end();
  return id;
}

/** Keeps how long each click and key took until the next picture, as the browser measures it. */
async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(window, { eventTimes: times });
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId) times.push(duration);
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('customer@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('unblock-demo');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Your Dashboard' }).waitFor();
}

interface Row {
  slowest: string;
  goal: string;
}

/** The slowest answer of the screen at an address, once it is at rest. */
async function slowest(page: Page, address: string, act: () => Promise<void>): Promise<Row> {
  await page.goto(address);
  // The stream of live events stays open, so the network is never idle.
  await page.waitForTimeout(3000);
  await act();
  await page.waitForTimeout(1000);
  const times = await page.evaluate(
    () => (window as unknown as { eventTimes: number[] }).eventTimes,
  );
  return { slowest: `${Math.max(0, ...times)} ms`, goal: `under ${GOAL_MS} ms` };
}
