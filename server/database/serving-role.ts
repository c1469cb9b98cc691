import pg from 'pg';
import { ConfigError } from '../config/config.ts';

/** Serialises servers that start at once. */
const RIGHTS_LOCK = 2_028_000;

/**
 * Creates the role of `url` if missing.
 * @throws ConfigError when both addresses name one role, or the other one may do what only the owner should
 */
export function makeServingRole(owner: pg.Pool, url: string): Promise<void> {
  return oneByOne(owner, async (client) => void (await servingRole(client, url)));
}

/**
 * Makes the role of `url`, too, and grants it what serving needs: to read and write rows. It owns
 * nothing, cannot create, change or truncate tables, and where a trigger forbids truncating, as
 * for the ledger and the audit log, it can only insert. Source: security checklist I4.
 * @throws ConfigError as above
 */
export function allowServing(owner: pg.Pool, url: string): Promise<void> {
  return oneByOne(owner, async (client) => {
    const role = await servingRole(client, url);
    await client.query(rightsOf(role, await appendOnlyTables(client)));
    await seeAllJobs(client);
  });
}

async function oneByOne(
  owner: pg.Pool,
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [RIGHTS_LOCK]);
    await work(client);
    await client.query('commit');
  } finally {
    // Rolls back what was not committed.
    client.release(true);
  }
}

export async function isSuperuser(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  return rows[0]?.rolsuper === true;
}

/** The quoted name of the role, which is created with the password of its address if missing. */
async function servingRole(client: pg.ClientBase, url: string): Promise<string> {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  const { rows } = await client.query<{
    is_owner: boolean;
    is_there: boolean;
    power: string | null;
  }>(
    // The owner of a schema may drop all in it; that of the database may do so in its public one.
    `with ours as (select * from pg_namespace where nspname in ('public', 'graphile_worker'))
     select current_user = $1 as is_owner, r.oid is not null as is_there,
       case when r.rolsuper then 'is a superuser'
         when r.rolbypassrls then 'has bypassrls'
         when pg_has_role(r.oid, current_user, 'member') then 'is a member of the owner'
         when exists (select from pg_database where datname = current_database()
           and pg_has_role(r.oid, datdba, 'member')) then 'owns the database'
         when exists (select from ours where pg_has_role(r.oid, nspowner, 'member'))
           then 'owns a schema'
         when exists (select from pg_class join ours on ours.oid = relnamespace
           where pg_has_role(r.oid, relowner, 'member')) then 'owns a table' end as power
     from (select) one left join pg_roles r on r.rolname = $1`,
    [name],
  );
  const [found] = rows;
  if (found?.is_owner) {
    throw new ConfigError('DATABASE_OWNER_URL and DATABASE_URL name one role: each needs its own.');
  }
  if (found?.power) {
    throw new ConfigError(
      `DATABASE_URL names a role that ${found.power}: beside DATABASE_OWNER_URL it needs one that can only serve.`,
    );
  }
  const role = pg.escapeIdentifier(name);
  if (!found?.is_there) {
    const secret = pg.escapeLiteral(decodeURIComponent(password));
    await client.query(`create role ${role} login password ${secret}`);
  }
  return role;
}

async function appendOnlyTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger
     where not tgisinternal and tgtype & 32 <> 0`,
  );
  return rows.map(({ name }) => name);
}

function rightsOf(role: string, appendOnly: string[]): string {
  return `
    revoke create on schema public from public;
    grant usage on schema public, graphile_worker to ${role};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${role};
    grant usage on all sequences in schema public, graphile_worker to ${role};
    grant execute on all functions in schema public, graphile_worker to ${role};
    revoke all on kysely_migration, kysely_migration_lock from ${role};
    revoke insert, update, delete on graphile_worker.migrations from ${role};
    revoke update, delete on ${appendOnly.join(', ')} from ${role};`;
}

/**
 * The queue's row security hides rows from all but its owner. A policy shows them to every role that has
 * rights on the tables: to the one that serves now, and to the next one beside it.
 */
async function seeAllJobs(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; is_named: boolean }>(
    `select c.oid::regclass::text as name, p.oid is not null as is_named from pg_class c
     left join pg_policy p on p.polrelid = c.oid and p.polname = 'serving'
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
       and (p.oid is null or p.polroles <> '{0}')`,
  );
  for (const { name, is_named } of rows) {
    if (is_named) await client.query(`drop policy serving on ${name}`);
    await client.query(`create policy serving on ${name} to public using (true) with check (true)`);
  }
}
