import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { freePort } from '../server/config/ports.ts';
import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { buildIfStale } from '../tools/build.ts';
import { ensureChromium } from '../tools/chromium.ts';
import { startCaddy } from './caddy.ts';
import { startMailSink, startProduct } from './processes.ts';

export interface DemoProduct {
  url: string;
  databaseUrl: string;
  browser: Browser;
}

/**
 * The real server with the demo's data and a browser, for as long as something is measured.
 * @param behindCaddy as it is deployed: the browser speaks HTTP/2
 */
export async function withDemoProduct(
  measure: (product: DemoProduct) => Promise<void>,
  { behindCaddy = false } = {},
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-bench-'));
  await buildIfStale();
  const database = await startEmbeddedDatabase({ folder });
  const mailSink = await startMailSink();
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const product = await startProduct({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SMTP_URL: mailSink.url,
    HOST: '127.0.0.1',
    DEMO: 'on',
    RATE_LIMITS: 'off',
    ...(behindCaddy && { PUBLIC_URL: url, TRUST_PROXY: 'loopback' }),
  });
  const proxy = behindCaddy ? await startCaddy(folder, port, product.url) : null;
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: proxy ? [proxy.trust, '--disable-quic'] : [],
  });
  try {
    await measure({ url: proxy ? url : product.url, databaseUrl: database.url, browser });
  } finally {
    await browser.close();
    proxy?.stop();
    await product.stop();
    mailSink.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
