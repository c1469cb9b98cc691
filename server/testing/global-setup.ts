import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../database/database.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { TEMPLATE } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One PostgreSQL for the whole run; each test file copies the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // One that is used for run after run.
  const running = process.env.TEST_DATABASE_URL;
  const { url, stop } = running
    ? { url: running, stop: async () => {} }
    : await startTestDatabase();
  project.provide('databaseUrl', url);
  return stop;
}

/** Starts an empty PostgreSQL with the migrated template in it. */
export async function startTestDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-test-'));
  const database = await startEmbeddedDatabase({
    folder,
    // What makes it survive a power cut makes it slow, and no test needs it.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
    },
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(database.url);
  url.pathname = `/${TEMPLATE}`;
  const pool = connect(url.href);
  await migrate(pool);
  await pool.end();
  const stop = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: database.url, stop };
}
