import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { connect } from './database.ts';
import { allowServing } from './serving-role.ts';

let world: World;
let serving: pg.Pool;
const role = `serving_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  world = await openWorld();
  const url = new URL(world.context.config.databaseUrl ?? '');
  [url.username, url.password] = [role, 'a p@ssword/'];
  // Every start of a server does it, and several may at once.
  await Promise.all([1, 2, 3].map(() => allowServing(world.context.pool, url.href)));
  serving = connect(url.href, { connections: 2 });
});

afterAll(async () => {
  await serving.end();
  await world.context.pool.query(`drop owned by ${role}; drop role ${role}`);
  await world.close();
});

const DENIED = { code: '42501' };

describe('the role that the server works as', () => {
  it('owns nothing and has no power over the database', async () => {
    const { rows } = await serving.query(`select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
        (select count(*) from pg_class where relowner = pg_roles.oid) as owned,
        has_database_privilege(current_database(), 'create') as may_create
      from pg_roles where rolname = current_user`);
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        owned: 0,
        may_create: false,
      },
    ]);
  });

  it('reads and writes what people do', async () => {
    await serving.query(`insert into rate_limits values ('a', 1, now())`);
    await serving.query('update rate_limits set hits = 2');
    const { rowCount } = await serving.query('delete from rate_limits');
    expect(rowCount).toBe(1);
  });

  it('puts jobs into the queue and takes them out', async () => {
    await serving.query(`select graphile_worker.add_job('tidy')`);
    const { rows } = await serving.query('select task_identifier from graphile_worker.jobs');
    expect(rows).toEqual([{ task_identifier: 'tidy' }]);
    const { rowCount } = await serving.query('delete from graphile_worker._private_jobs');
    expect(rowCount).toBe(1);
  });

  it('may be followed by another one, while both serve', async () => {
    const url = new URL(world.context.config.databaseUrl ?? '');
    [url.username, url.password] = [`${role}_next`, 'another'];
    await allowServing(world.context.pool, url.href);
    const next = connect(url.href, { connections: 1 });
    await serving.query(`select graphile_worker.add_job('tidy')`);
    const seen = await Promise.all(
      [serving, next].map((pool) => pool.query('select id from graphile_worker._private_jobs')),
    );
    expect(seen.map(({ rowCount }) => rowCount)).toEqual([1, 1]);
    await next.query('delete from graphile_worker._private_jobs');
    await next.end();
    await world.context.pool.query(`drop owned by ${role}_next; drop role ${role}_next`);
  });

  it.each([
    'create table mine (id int)',
    'create schema mine',
    'drop table messages',
    'alter table messages disable trigger all',
    'drop trigger ledger_lines_stay on ledger_lines',
    'truncate messages',
    'truncate ledger_lines, ledger_entries',
    'set session_replication_role = replica',
    'delete from kysely_migration',
    'update graphile_worker.migrations set breaking = false',
    "copy users to program 'cat'",
  ])('cannot %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toMatchObject(DENIED);
  });

  it.each(['ledger_entries', 'ledger_lines', 'receipts', 'invoices', 'audit_log'])(
    'adds to %s and changes nothing there',
    async (table) => {
      const { rows } = await serving.query(
        `select array_agg(p order by p) as rights, has_any_column_privilege($1, 'UPDATE') as any
         from unnest(array['DELETE', 'INSERT', 'SELECT', 'TRUNCATE', 'UPDATE']) p
         where has_table_privilege($1, p)`,
        [table],
      );
      expect(rows).toEqual([{ rights: ['INSERT', 'SELECT'], any: false }]);
      await expect(serving.query(`delete from ${table}`)).rejects.toMatchObject(DENIED);
    },
  );

  it('is another one than the owner', async () => {
    const own = allowServing(world.context.pool, world.context.config.databaseUrl ?? '');
    await expect(own).rejects.toThrow('DATABASE_OWNER_URL');
  });

  it.each([
    ['is a superuser', 'alter role ROLE superuser', 'alter role ROLE nosuperuser'],
    ['has bypassrls', 'alter role ROLE bypassrls', 'alter role ROLE nobypassrls'],
    ['is a member of the owner', 'grant OWNER to ROLE', 'revoke OWNER from ROLE'],
    // Whose owner owns the schema public, too, and may drop all that is in there.
    [
      'owns the database',
      'alter database DATABASE owner to ROLE',
      'alter database DATABASE owner to OWNER',
    ],
    [
      'owns a schema',
      'alter schema graphile_worker owner to ROLE',
      'alter schema graphile_worker owner to OWNER',
    ],
    ['owns a table', 'alter table messages owner to ROLE', 'alter table messages owner to OWNER'],
  ])('is refused where it %s', async (reason, give, take) => {
    const { pool, config } = world.context;
    const url = new URL(config.databaseUrl ?? '');
    const names = { ROLE: `${role}_mighty`, OWNER: url.username, DATABASE: url.pathname.slice(1) };
    const say = (statement: string) =>
      pool.query(statement.replace(/[A-Z]+/g, (name) => names[name as keyof typeof names]));
    await say('create role ROLE');
    onTestFinished(() => say('drop owned by ROLE; drop role ROLE').then(() => undefined));
    await say(give);
    url.username = names.ROLE;
    const refused = allowServing(pool, url.href).finally(() => say(take));
    await expect(refused).rejects.toThrow(`DATABASE_URL names a role that ${reason}: `);
  });
});
