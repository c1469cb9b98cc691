import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import type { Category } from '#domain/category.ts';
import { USUAL_RUNNING } from '#domain/limits.ts';
import type { UserType } from '#domain/profile.ts';
import { createUser } from '../accounts/people.ts';
import { openSession } from '../accounts/sessions.ts';
import { type Config, readConfig } from '../config/config.ts';
import { connect } from '../database/database.ts';
import { LiveHub } from '../database/live-hub.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Context } from '../lifecycle/context.ts';
import { type MailWords, openWords } from '../mail/sealed-words.ts';
import { buildApp } from '../start/app.ts';
import { dropDatabase } from './drop-database.ts';
import { testLog } from './log.ts';
import { onePool } from './one-pool.ts';
import { TEMPLATE } from './template.ts';

/** What the API answered; tests know what they asked for, so the body is read as that. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A signed-in person of a test, who calls the API as a browser would. */
export interface Person {
  id: string;
  email: string;
  token: string;
  viewer: Viewer;
  call: <Body = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>;
}

export interface World {
  app: FastifyInstance;
  context: Context;
  /** Where it listens, after `listen()`; before, its public address. */
  url: string;
  listen: () => Promise<string>;
  person: (
    type: UserType,
    details?: { email?: string; name?: string; categories?: Category[] },
  ) => Promise<Person>;
  /** A call without a session. */
  call: <Body = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
  ) => Promise<Answer<Body>>;
  /** All mails, or those to one address since a time. */
  mails: (of?: {
    to: string;
    since: Date;
  }) => Promise<({ kind: string; recipient: string; subject: string } & MailWords)[]>;
  close: () => Promise<void>;
}

/** The whole server on a database of its own, without jobs, inbox or demo data. */
export async function openWorld(changes: Partial<Config> = {}): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-world-'));
  const database = await copyTemplate();
  const read = await readConfig({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  const config: Config = { ...read, rateLimits: false, ...changes };
  const pool = connect(database.url);
  const live = new LiveHub({ url: database.url, log: testLog });
  await live.start();
  const app = await buildApp({ config, ...onePool(pool), live, log: testLog });
  const { context } = app;
  await withoutNewcomers(context);
  const world: World = {
    app,
    context,
    url: config.publicUrl,
    listen: async () => {
      world.url = await app.listen({ host: '127.0.0.1', port: 0 });
      return world.url;
    },
    person: (type, details) => makePerson(app, type, details ?? {}),
    call: (method, path, body) => callApp(app, { method, path, body }),
    mails: (of) => readMails(context, of),
    close: async () => {
      await app.close();
      await live.stop();
      await pool.end();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/**
 * Nobody in the tests is new, but where newcomers are told of: what is released can be paid out at once, and
 * unblockers take any number of requests.
 */
async function withoutNewcomers({ db }: Context): Promise<void> {
  await sql`create function nobody_is_new() returns trigger language plpgsql as
    'begin new.payable_at := null; return new; end'`.execute(db);
  await sql`create trigger nobody_is_new before update on billing_records
    for each row execute function nobody_is_new()`.execute(db);
  await sql`alter table profiles alter first_finished set default 3, alter max_running drop default`.execute(
    db,
  );
}

/** An unblocker who has just joined. */
export async function newcomer({ context, person }: World): Promise<Person> {
  const joined = await person('developer');
  await context.db
    .updateTable('profiles')
    .set({ first_finished: 0, max_running: USUAL_RUNNING })
    .where('id', '=', joined.id)
    .execute();
  return joined;
}

/** From now on what is released to unblockers of this world waits, as they are new. */
export async function withNewcomers({ context }: World): Promise<void> {
  await sql`drop trigger nobody_is_new on billing_records`.execute(context.db);
}

/** Also those that were sent or dropped, whose words are gone. */
async function readMails({ db, config }: Context, of?: { to: string; since: Date }) {
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'subject', 'words'])
    .$if(of !== undefined, (query) =>
      query
        .where('recipient', '=', of?.to ?? '')
        .where('created_at', '>=', of?.since ?? new Date(0)),
    )
    .orderBy('created_at')
    .execute();
  const none: MailWords = { body_text: '', body_html: '', unsubscribe_url: null };
  return rows.map(({ id, words, ...mail }) => ({
    ...mail,
    ...(words ? openWords(config, { id, words }) : none),
  }));
}

async function copyTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(inject('databaseUrl'));
  // By its files: to log each page costs three times as much.
  await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(inject('databaseUrl'), name) };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function makePerson(
  app: FastifyInstance,
  user_type: UserType,
  details: { email?: string; name?: string; categories?: Category[] },
): Promise<Person> {
  const { context } = app;
  const email = details.email ?? `${user_type}-${randomUUID()}@example.com`;
  const supported_categories: Category[] =
    details.categories ?? (user_type === 'developer' ? ['web', 'backend'] : []);
  const session = await context.db.transaction().execute(async (tx) => {
    const user = await createUser(tx, {
      email,
      password_hash: null,
      user_type,
      first_name: details.name ?? null,
      last_name: null,
      confirmed: true,
      supported_categories,
    });
    // Accounts that are minutes old stand out where money is given.
    await tx
      .updateTable('users')
      .set({ created_at: new Date(Date.now() - 24 * 3_600_000) })
      .where('id', '=', user.id)
      .execute();
    return openSession({ tx, config: context.config }, { user_id: user.id, method: 'password' });
  });
  const token = session.access_token;
  const session_id = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    .session_id as string;
  const { id } = session.user;
  return {
    id,
    email,
    token,
    viewer: { id, email, user_type, supported_categories, session_id },
    call: (method, path, body, headers) =>
      callApp(app, {
        method,
        path,
        body,
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
  };
}

interface Call {
  method: Method;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function callApp<Body>(
  app: FastifyInstance,
  { method, path, body, headers }: Call,
): Promise<Answer<Body>> {
  const options: InjectOptions = { method, url: path, headers: headers ?? {} };
  if (body !== undefined) options.payload = body as NonNullable<InjectOptions['payload']>;
  const answer = await app.inject(options);
  return {
    status: answer.statusCode,
    body: (answer.body === '' ? null : JSON.parse(answer.body)) as Body,
    headers: answer.headers,
  };
}
