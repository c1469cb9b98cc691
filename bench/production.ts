/** The product as it runs in life, for both benches: limits on, production's logs, a role that only serves. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { buildIfStale } from '../tools/build.ts';
import { asServer, copyDatabase, dropDatabase, fill, freshDatabase, signIn } from './databases.ts';
import { endProducts, startMailSink } from './processes.ts';
import type { Size } from './seed.ts';
import type { People } from './workloads.ts';

/** A filled database, and what a server needs to serve it. */
export interface Filled {
  url: string;
  settings: Record<string, string>;
  people: People;
}

export interface Production {
  folder: string;
  mailUrl: string;
  /** An empty database. */
  database: (name: string) => Promise<string>;
  filled: (name: string, size: Size) => Promise<Filled>;
  /** A copy of a filled one that nobody uses, for as long as `use` takes. */
  copied: (filled: Filled, use: (copy: Filled) => Promise<void>) => Promise<void>;
}

/**
 * A PostgreSQL and a mail server of its own, for as long as something is measured. Ctrl-C and SIGTERM end
 * all that was started, and then the process.
 */
export async function inProduction(
  measure: (production: Production) => Promise<void>,
): Promise<void> {
  const signal = untilSignal();
  await buildIfStale();
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-bench-'));
  // Four servers take more than PostgreSQL's hundred.
  const embedded = await startEmbeddedDatabase({ folder, settings: { max_connections: '200' } });
  const mailSink = await startMailSink();
  const serving = { ...secrets(), DATA_DIR: folder, SMTP_URL: mailSink.url };
  const password = randomBytes(24).toString('hex');
  // The address is part of every token: the same for whoever signs and whoever checks.
  const settingsOf = (url: string) => ({
    ...serving,
    DATABASE_OWNER_URL: url,
    DATABASE_URL: asServer(url, password),
  });
  const production: Production = {
    folder,
    mailUrl: mailSink.url,
    database: (name) => freshDatabase(embedded.url, name),
    filled: async (name, size) => {
      const url = await freshDatabase(embedded.url, name);
      await fill(url, size);
      const settings = settingsOf(url);
      return { url, settings, people: await signIn(url, size, settings) };
    },
    copied: async (filled, use) => {
      const url = await copyDatabase(filled.url, 'bench_copy');
      await use({ url, settings: settingsOf(url), people: filled.people });
      await dropDatabase(url);
    },
  };
  try {
    await Promise.race([measure(production), signal]);
  } finally {
    await endProducts();
    mailSink.stop();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  // What was being measured has not noticed.
  if (signal.came) process.exit(130);
}

/** Resolves at the first Ctrl-C or SIGTERM. */
function untilSignal(): Promise<void> & { came: boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signal = Object.assign(promise, { came: false });
  const end = () => {
    signal.came = true;
    resolve();
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  return signal;
}

function secrets(): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_never_asked',
    STRIPE_WEBHOOK_SECRET: 'whsec_never_asked',
    JWT_KEY: generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey,
    SERVICE_API_KEY: randomBytes(32).toString('base64'),
    FIRST_HOUR_KEY: randomBytes(32).toString('base64'),
  };
}
