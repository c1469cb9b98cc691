import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { aRequest } from './deeds.ts';
import { dropDatabase } from './drop-database.ts';
import { PATIENCE } from './patience.ts';
import { newCustomer, startProcess } from './server-process.ts';

const name = `roles_${randomBytes(6).toString('hex')}`;
const owner = new URL(inject('databaseUrl'));
owner.pathname = `/${name}`;
const serving = new URL(owner);
[serving.username, serving.password] = [name, 'p@ss/word'];

let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
});
afterAll(async () => {
  await dropDatabase(inject('databaseUrl'), name);
  await admin.query(`drop role ${name}`);
  await admin.end();
});

/** What a server says that cannot start. */
async function refusal(DATABASE_URL: string): Promise<string> {
  const server = await startProcess({ DATABASE_OWNER_URL: owner.href, DATABASE_URL });
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  return output;
}

test('a server with two roles migrates as the one, and serves as the other alone', async () => {
  const server = await startProcess({
    DATABASE_OWNER_URL: owner.href,
    DATABASE_URL: serving.href,
    CONFIRM_EMAIL: 'false',
  });
  await server.ready();
  const { call } = await newCustomer(server.url);
  expect((await call('POST', '/api/tickets', aRequest)).status).toBe(201);
  // The connections that migrated are closed, which the database may notice a moment later.
  await vi.waitFor(async () => {
    const { rows } = await admin.query(
      'select distinct usename from pg_stat_activity where datname = $1 and usename is not null',
      [name],
    );
    expect(rows).toEqual([{ usename: name }]);
  }, PATIENCE);
  server.kill('SIGTERM');
  const { code, output } = await server.ended;
  expect(code, output).toBe(0);

  const wrong = new URL(serving);
  wrong.password = 'another';
  expect(await refusal(wrong.href)).toMatch(/^DATABASE_URL cannot be used \(28P01\)[^\n]*\n$/);
  expect(await refusal(owner.href)).toMatch(/^DATABASE_OWNER_URL and DATABASE_URL [^\n]*\n$/);
}, 300_000);
