import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { aRequest } from './deeds.ts';
import { dropDatabase } from './drop-database.ts';
import { newDatabase } from './new-database.ts';
import { PATIENCE } from './patience.ts';
import { newCustomer, type Settings, startProcess } from './server-process.ts';

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
async function refusal(DATABASE_URL: string, settings: Settings = {}): Promise<string> {
  const server = await startProcess({ DATABASE_OWNER_URL: owner.href, DATABASE_URL, ...settings });
  // One that serves instead would never end.
  void server.ready().then(
    () => server.kill('SIGKILL'),
    () => undefined,
  );
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

/** How many tables a database has. */
async function tablesIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
  );
  await client.end();
  return rows[0].tables;
}

test('addresses that lead to two databases are refused by name, and neither is migrated', async () => {
  for (const name of ['DATABASE_READ_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL']) {
    const other = await newDatabase();
    const said = await refusal(serving.href, { [name]: other });
    expect(said).toMatch(new RegExp(`^${name} leads to another database[^\\n]*\\n$`));
    expect(await tablesIn(other)).toBe(0);
  }
  const [DATABASE_URL, DATABASE_DIRECT_URL] = [await newDatabase(), await newDatabase()];
  const alone = { DATABASE_OWNER_URL: '', DATABASE_DIRECT_URL };
  expect(await refusal(DATABASE_URL, alone)).toMatch(/^DATABASE_DIRECT_URL leads to another/);
  expect(await tablesIn(DATABASE_DIRECT_URL)).toBe(0);
}, 300_000);

test('an owner of another database is refused also where the serving role is yet to be made', async () => {
  const other = await newDatabase();
  const fresh = Object.assign(new URL(serving), { username: `${name}_fresh` });
  onTestFinished(async () => {
    await admin.query(`drop role if exists ${name}_fresh`);
  });
  const said = await refusal(fresh.href, { DATABASE_OWNER_URL: other });
  expect(said).toMatch(/^DATABASE_OWNER_URL leads to another database[^\n]*\n$/);
  expect(await tablesIn(other)).toBe(0);
}, 300_000);

test('a standby that does not answer keeps no server from starting, and is said aloud', async () => {
  const DATABASE_READ_URL = Object.assign(new URL(serving), { port: '9' }).href;
  const server = await startProcess({
    DATABASE_OWNER_URL: owner.href,
    DATABASE_URL: serving.href,
    DATABASE_READ_URL,
  });
  await server.ready();
  server.kill('SIGTERM');
  expect((await server.ended).output).toMatch(
    /^WARNING: DATABASE_READ_URL cannot be used \([A-Z]+\)/m,
  );
}, 300_000);

test('roles that may not ask which database theirs is serve, which is said aloud', async () => {
  const DATABASE_URL = await newDatabase();
  const own = new pg.Client({ connectionString: DATABASE_URL });
  await own.connect();
  await own.query('revoke execute on function pg_control_system() from public');
  await own.end();
  const { pathname } = new URL(DATABASE_URL);
  const server = await startProcess({
    DATABASE_OWNER_URL: DATABASE_URL,
    DATABASE_URL: Object.assign(new URL(serving), { pathname }).href,
  });
  await server.ready();
  server.kill('SIGTERM');
  expect((await server.ended).output).toMatch(
    /^WARNING: DATABASE_OWNER_URL was not compared with DATABASE_URL/m,
  );
}, 300_000);

test('a serving role that may do everything is none, and is refused', async () => {
  const mighty = Object.assign(new URL(serving), {
    username: `${name}_mighty`,
    password: 'secret',
  });
  await admin.query(`create role ${name}_mighty login superuser password 'secret'`);
  onTestFinished(async () => {
    await admin.query(`drop owned by ${name}_mighty; drop role ${name}_mighty`);
  });
  const said = (reason: string) => new RegExp(`^DATABASE_URL names a role that ${reason}: .*\\n$`);
  expect(await refusal(mighty.href)).toMatch(said('is a superuser'));
  await admin.query(`alter role ${name}_mighty nosuperuser`);
  await admin.query(`grant ${owner.username} to ${name}_mighty`);
  expect(await refusal(mighty.href)).toMatch(said('is a member of the owner'));
}, 300_000);

test('one role that owns its database and all in it serves alone', async () => {
  onTestFinished(async () => {
    await admin.query(`drop role ${name}_sole`);
  });
  const sole = new URL(await newDatabase());
  [sole.username, sole.password] = [`${name}_sole`, 'secret'];
  await admin.query(`create role ${name}_sole login password 'secret'`);
  await admin.query(`alter database ${sole.pathname.slice(1)} owner to ${name}_sole`);
  const server = await startProcess({ DATABASE_URL: sole.href });
  await server.ready();
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
}, 300_000);
