/** The product as it runs in life, for both benches: limits on, production's logs, a role that only serves. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openSession } from '../server/accounts/sessions.ts';
import { readConfig } from '../server/config/config.ts';
import { connect, queries } from '../server/database/database.ts';
import { startEmbeddedDatabase } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { startMailSink } from './processes.ts';
import { idOf, type Size, seed } from './seed.ts';
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
}

/** A PostgreSQL and a mail server of its own, for as long as something is measured. */
export async function inProduction(measure: (production: Production) => Promise<void>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-bench-'));
  // Four servers take more than PostgreSQL's hundred.
  const settings = { max_connections: '200' };
  const embedded = await startEmbeddedDatabase({ folder, settings });
  const mailSink = await startMailSink();
  const serving = { ...secrets(), DATA_DIR: folder, SMTP_URL: mailSink.url };
  const password = randomBytes(24).toString('hex');
  const database = (name: string) => freshDatabase(embedded.url, name);
  try {
    await measure({
      folder,
      mailUrl: mailSink.url,
      database,
      filled: async (name, size) => {
        const url = await database(name);
        await fill(url, size);
        // The address is part of every token: the same for whoever signs and whoever checks.
        const settings = {
          ...serving,
          DATABASE_OWNER_URL: url,
          DATABASE_URL: asServer(url, password),
        };
        return { url, settings, people: await signIn(url, size, settings) };
      },
    });
  } finally {
    mailSink.stop();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
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

async function fill(url: string, size: Size): Promise<void> {
  const pool = connect(url);
  await migrate(pool);
  await pool.end();
  await seed(url, size);
}

async function freshDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function asServer(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = 'unblock_server';
  url.password = password;
  return url.href;
}

/** A session for everybody, made as the server makes them, signed with its key. */
async function signIn(url: string, size: Size, settings: Record<string, string>): Promise<People> {
  const config = await readConfig(settings);
  const pool = connect(url);
  const people: People = new Map();
  await queries(pool)
    .transaction()
    .execute(async (tx) => {
      for (let n = 1; n <= size.people; n++) {
        const session = await openSession(
          { tx, config },
          { user_id: idOf.person(n), method: 'password' },
        );
        people.set(n, { token: session.access_token, personId: idOf.person(n) });
      }
    });
  await pool.end();
  return people;
}
