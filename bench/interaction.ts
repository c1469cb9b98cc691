/**
 * `npm run bench:interaction`: how long the busiest screens take from a click or key to the next
 * paint, in Chromium at a fourth of the processor, on the real server with much data.
 * INTERACTION_TRIES sets how often each is done, INTERACTION_ONLY names screens or interactions by a
 * part of their name, CPU_RATE another slow-down.
 */
import type { Browser } from '@playwright/test';
import pg from 'pg';
import { demoPage } from './demo-page.ts';
import { withDemoProduct } from './demo-product.ts';
import { enlarge, type Measured } from './interaction-data.ts';
import { interactionsOf } from './interaction-screens.ts';
import {
  type Interaction,
  type Times,
  timeInteraction,
  watchInteractions,
} from './interaction-times.ts';

const GOAL_MS = 100;
const MESSAGES = 5000;
const TRIES = Number(process.env.INTERACTION_TRIES ?? 3);
const RATE = Number(process.env.CPU_RATE ?? 4);
const ONLY = process.env.INTERACTION_ONLY ?? '';

await withDemoProduct(async ({ browser, url, databaseUrl }) =>
  measure(browser, url, await fill(databaseUrl)),
);

async function fill(connectionString: string): Promise<Measured> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await enlarge(client, MESSAGES);
  } finally {
    await client.end();
  }
}

async function measure(browser: Browser, url: string, requests: Measured): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const who of ['customer', 'developer'] as const) {
    const page = await demoPage(browser, url, `${who}@example.com`);
    await watchInteractions(page);
    const devtools = await page.context().newCDPSession(page);
    for (const interaction of interactionsOf(who, page, requests).filter(isWanted)) {
      const times = await timeInteraction(
        { page, devtools, rate: RATE, tries: TRIES },
        interaction,
      );
      rows.push(row(interaction, times));
      console.log(Object.values(rows.at(-1) ?? {}).join(' · '));
    }
    await page.context().close();
  }
  console.log(
    `\nMilliseconds to the next paint at a ${RATE}th of the processor; ${TRIES} times each`,
  );
  console.table(rows);
  const over = rows.filter(({ worst }) => Number(worst) > GOAL_MS);
  console.log(`${over.length} of ${rows.length} took longer than ${GOAL_MS} ms at their worst.`);
}

function isWanted({ screen, name }: Interaction): boolean {
  return `${screen}: ${name}`.includes(ONLY);
}

function row({ screen, name }: Interaction, { paints, sights }: Times) {
  const worsts = paints.map((one) => Math.max(...one));
  return {
    screen,
    interaction: name,
    worst: Math.max(...worsts),
    p75: quantile(paints.flat(), 0.75),
    // The worst of the time that went best: what it takes when nobody else uses the machine.
    'worst of the best': Math.min(...worsts),
    // Only of what comes into sight by itself, such as a dialog: its p75 and worst.
    'in sight': sights.length
      ? `${quantile(sights, 0.75)}, ${Math.round(Math.max(...sights))}`
      : '',
  };
}

function quantile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN);
}
