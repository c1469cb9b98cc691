/** Databases of a bench: filled, copied, dropped, and everybody's session in them. */
import pg from 'pg';
import { openSession } from '../server/accounts/sessions.ts';
import { readConfig } from '../server/config/config.ts';
import { connect, queries } from '../server/database/database.ts';
import { migrate } from '../server/database/migrate.ts';
import { idOf, type Size, seed } from './seed.ts';
import type { People } from './workloads.ts';

/** An empty one. Returns its address. */
export async function freshDatabase(server: string, name: string): Promise<string> {
  await ask(server, `create database ${name}`);
  return addressOf(server, name);
}

/** As it is now, file by file; nobody may be connected to the first one. Returns its address. */
export async function copyDatabase(from: string, name: string): Promise<string> {
  const [, template] = new URL(from).pathname.split('/');
  const server = addressOf(from, 'postgres');
  await ask(server, `create database ${name} template ${template} strategy file_copy`);
  return addressOf(from, name);
}

export async function dropDatabase(url: string): Promise<void> {
  const [, name] = new URL(url).pathname.split('/');
  await ask(addressOf(url, 'postgres'), `drop database ${name} with (force)`);
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** The same database for the role that only serves. */
export function asServer(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = 'unblock_server';
  url.password = password;
  return url.href;
}

/** Makes the tables of an empty database, and puts so much into them. */
export async function fill(url: string, size: Size): Promise<void> {
  const pool = connect(url);
  await migrate(pool);
  await pool.end();
  await seed(url, size);
}

/** A session for everybody, made as the server makes them, signed with its key. */
export async function signIn(
  url: string,
  size: Size,
  settings: Record<string, string>,
): Promise<People> {
  const config = await readConfig(settings);
  const pool = connect(url);
  const people: People = new Map();
  await queries(pool)
    .transaction()
    .execute(async (tx) => {
      for (let n = 1; n <= size.people; n++) {
        const session = await openSession(
          { tx, config },
          { user_id: idOf.person(n), method: 'password' },
        );
        people.set(n, { token: session.access_token, personId: idOf.person(n) });
      }
    });
  await pool.end();
  return people;
}
