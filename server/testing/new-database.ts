import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { dropDatabase } from './drop-database.ts';

/** An empty database for servers that share one; gone after the test. */
export async function newDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `shared_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  onTestFinished(() => dropDatabase(inject('databaseUrl'), name));
  url.pathname = `/${name}`;
  return url.href;
}
