import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { dropDatabase } from './drop-database.ts';
import { TEMPLATE } from './template.ts';

/**
 * An empty database for servers that share one; gone after the test.
 * @param migrated with its tables, where a test is not about how they are made
 */
export async function newDatabase({ migrated = false } = {}): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `shared_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const template = migrated ? `template ${TEMPLATE} strategy file_copy` : '';
  await admin.query(`create database ${name} ${template}`);
  await admin.end();
  onTestFinished(() => dropDatabase(inject('databaseUrl'), name));
  url.pathname = `/${name}`;
  return url.href;
}
