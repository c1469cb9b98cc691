import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { buildWebIfStale } from '../tools/build-web.ts';
import { ensureChromium } from '../tools/chromium.ts';
import { startMailSink, startProduct } from './processes.ts';

export interface DemoProduct {
  url: string;
  databaseUrl: string;
  browser: Browser;
}

/** The real server with the demo's data and a browser, for as long as something is measured. */
export async function withDemoProduct(
  measure: (product: DemoProduct) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-bench-'));
  await buildWebIfStale();
  const database = await startEmbeddedDatabase({ folder });
  const mailSink = await startMailSink();
  const product = await startProduct({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SMTP_URL: mailSink.url,
    HOST: '127.0.0.1',
    DEMO: 'on',
    RATE_LIMITS: 'off',
  });
  const browser = await chromium.launch({ executablePath: await ensureChromium() });
  try {
    await measure({ url: product.url, databaseUrl: database.url, browser });
  } finally {
    await browser.close();
    await product.stop();
    mailSink.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
