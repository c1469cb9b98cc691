import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/server-process.ts';
import { connect } from './database.ts';
import { migrate } from './migrate.ts';

const admin = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => admin.connect());
afterAll(() => admin.end());

// The later ones come while the job queue of an earlier one changes its tables.
test.each([20, 120])(
  'servers that start on an empty database, %i ms apart, all find it ready',
  async (apart) => {
    const url = await emptyDatabase();
    const pools = Array.from({ length: 8 }, () => connect(url, { connections: 2 }));
    try {
      const done = await Promise.allSettled(
        pools.map(async (pool, place) => {
          // One begins while another one is half way.
          await sleep(apart * place);
          await migrate(pool);
        }),
      );
      expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
    } finally {
      await Promise.all(pools.map((pool) => pool.end()));
    }
  },
);

test('a migration may take longer than any other statement', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    path.join(folder, '0001-slow.sql'),
    `create table allowed as select current_setting('statement_timeout') as time;
     select pg_sleep(0.5);`,
  );
  const patience = { lock: 100, statement: 100 };
  const pool = connect(await emptyDatabase(), { patience });
  try {
    await migrate(pool, folder);
    expect((await pool.query('select time from allowed')).rows).toEqual([{ time: '1h' }]);
  } finally {
    await pool.end();
  }
});

test('a database that was made with other statements is refused, in words that say what to do', async () => {
  const folder = temporaryFolder();
  const write = (text: string) => writeFileSync(path.join(folder, '0001-first.sql'), text);
  const pool = connect(await emptyDatabase());
  try {
    write('-- The first.\ncreate table one (id int);\n');
    await migrate(pool, folder);
    write('-- The first one.\ncreate table one\n  (id int);\n');
    await migrate(pool, folder);
    write('create table one (id int, name text);');
    await expect(migrate(pool, folder)).rejects.toThrow(
      /^server\/database\/migrations\/0001-first.sql was changed .* begin with an empty database/,
    );
    write('create table one (id int);');
    writeFileSync(path.join(folder, '0002-second.sql'), 'create table two (id int)');
    await migrate(pool, folder);
    writeFileSync(path.join(folder, '0002-second.sql'), 'create table three (id int)');
    await expect(migrate(pool, folder)).rejects.toThrow(/0002-second.sql was changed/);
  } finally {
    await pool.end();
  }
});

test('a database of before statements were kept is refused, and not vouched for', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, '0001-first.sql'), 'create table one (id int);');
  const pool = connect(await emptyDatabase());
  try {
    await migrate(pool, folder);
    await pool.query('comment on table kysely_migration is null');
    for (let start = 0; start < 2; start++)
      await expect(migrate(pool, folder)).rejects.toThrow(/0001-first.sql was changed/);
  } finally {
    await pool.end();
  }
});

async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'));
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} template template0`);
  onTestFinished(async () => void (await admin.query(`drop database ${name}`)));
  url.pathname = `/${name}`;
  return url.href;
}
