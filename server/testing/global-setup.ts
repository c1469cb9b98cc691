import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
    /** The DATA_DIR of a server whose database was made and migrated; null where there is none. */
    usedFolder: string | null;
  }
}

/**
 * What makes it survive a power cut makes it slow, and no test needs it. A statement is planned once
 * for each connection: few connections here live so long that planning for its values ends by itself.
 */
const QUICK = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  plan_cache_mode: 'force_generic_plan',
};

interface TestDatabase {
  url: string;
  usedFolder: string | null;
  stop: () => Promise<void>;
}

/** One PostgreSQL for the whole run; each test file copies the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // One that is used for run after run.
  const running = process.env.TEST_DATABASE_URL;
  const { url, usedFolder, stop } = running
    ? { url: running, usedFolder: null, stop: async () => {} }
    : await startTestDatabase();
  project.provide('databaseUrl', url);
  project.provide('usedFolder', usedFolder);
  return stop;
}

/** Starts an empty PostgreSQL with the migrated template in it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-test-'));
  const usedFolder = path.join(folder, 'used');
  mkdirSync(usedFolder);
  const first = await startEmbeddedDatabase({ folder: usedFolder, settings: QUICK });
  const pool = connect(first.url);
  await migrate(pool);
  await pool.end();
  await first.stop();
  // Copied, as making and migrating a database takes longer than all else in a server's start.
  const ours = path.join(folder, 'ours');
  execFileSync('cp', ['-a', usedFolder, ours]);
  // A statement takes a quarter to two fifths less time than by the loopback network.
  const sockets = mkdtempSync(path.join(tmpdir(), 'unblock-socket-'));
  chmodSync(sockets, 0o777);
  const settings = { ...QUICK, max_connections: '300', unix_socket_directories: sockets };
  const database = await startEmbeddedDatabase({ folder: ours, settings });
  const url = `${database.url}?host=${encodeURIComponent(sockets)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${TEMPLATE} template postgres`);
  await client.end();
  const stop = async () => {
    await database.stop();
    for (const made of [folder, sockets]) rmSync(made, { recursive: true, force: true });
  };
  return { url, usedFolder, stop };
}
