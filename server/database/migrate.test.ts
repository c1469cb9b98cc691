import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from './database.ts';
import { migrate } from './migrate.ts';

const admin = new pg.Client({ connectionString: inject('databaseUrl') });
const name = `migrate_${randomBytes(6).toString('hex')}`;
beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
});
afterAll(async () => {
  await admin.query(`drop database ${name}`);
  await admin.end();
});

test('servers that start at the same moment on an empty database all find it ready', async () => {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  const pools = Array.from({ length: 8 }, () => connect(url.href, { connections: 3 }));
  try {
    const done = await Promise.allSettled(
      pools.map(async (pool, place) => {
        // One begins while another one is half way.
        await sleep(20 * place);
        await migrate(pool);
      }),
    );
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
});
