import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessToken, MAX_TOKENS } from '#domain/program.ts';
import { scopeOf } from '../../http/program-access.ts';
import { tidy } from '../../start/tidy.ts';
import { generalTable, requestTable } from '../../testing/access-table.ts';
import { browser, listeningWorld, PASSWORD, signedInPerson } from '../../testing/accounts.ts';
import { aRequest, ok } from '../../testing/deeds.ts';
import { untilWaiting } from '../../testing/lock-waits.ts';
import type { Person, World } from '../../testing/world.ts';

const SOME_ID = '01890000-0000-7000-8000-000000000000';
let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

interface Made {
  id: string;
  token: string;
}

async function make(person: Person, body: object = {}): Promise<Made> {
  const named = { name: 'My editor', scopes: ['read', 'write'], ...body };
  const answer = await person.call<Made>('POST', '/api/me/tokens', named);
  expect(answer.status).toBe(201);
  return answer.body;
}

async function tokensOf(person: Person): Promise<AccessToken[]> {
  const { items } = ok(await person.call<{ items: AccessToken[] }>('GET', '/api/me/tokens'));
  return items;
}

async function by(token: string, method: string, path: string, body?: object) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(world.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

describe('an access token', () => {
  test('is shown once, and kept as a hash', async () => {
    const ana = await world.person('customer');
    const { id, token } = await make(ana);
    expect(token).toMatch(/^ubk_[A-Za-z0-9]{40}$/);
    const items = await tokensOf(ana);
    expect(items).toEqual([
      {
        id,
        name: 'My editor',
        scopes: ['read', 'write'],
        ends_with: token.slice(-4),
        created_at: expect.any(String),
        expires_at: null,
        last_used_at: null,
      },
    ]);
    const row = await world.context.db
      .selectFrom('access_tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('acts for its owner, and says when it was used', async () => {
    const ana = await world.person('customer');
    const { token } = await make(ana);
    const posted = await by(token, 'POST', '/api/tickets', aRequest);
    expect(posted.status).toBe(201);
    const read = await by(token, 'GET', `/api/tickets/${posted.body.id}`);
    expect(read.body).toMatchObject({ relation: 'customer' });
    expect((await by(token, 'GET', '/api/tickets?view=active')).body.items).toHaveLength(1);
    const items = await tokensOf(ana);
    expect(Date.now() - Date.parse(String(items[0]?.last_used_at))).toBeLessThan(60_000);
  });

  test('that may look does not write', async () => {
    const ana = await world.person('customer');
    const { token } = await make(ana, { scopes: ['read'] });
    expect((await by(token, 'GET', '/api/tickets?view=active')).status).toBe(200);
    expect(await by(token, 'POST', '/api/tickets', aRequest)).toMatchObject({
      status: 403,
      body: { code: 'scope_missing' },
    });
  });

  test.each([
    ['GET', '/api/me/tokens'],
    ['POST', '/api/me/tokens'],
    ['GET', '/api/me/sessions'],
    ['PATCH', '/api/me'],
    ['DELETE', '/api/me'],
    ['GET', '/api/me/export'],
    ['POST', '/api/me/confirm-password'],
    ['GET', '/api/earnings'],
    ['POST', '/api/earnings/payouts'],
    ['POST', '/api/earnings/account'],
    ['DELETE', `/api/tickets/${SOME_ID}`],
    ['POST', `/api/tickets/${SOME_ID}/cancel`],
    ['POST', `/api/tickets/${SOME_ID}/ask-to-cancel`],
    ['POST', `/api/tickets/${SOME_ID}/agree-to-cancel`],
    ['POST', `/api/tickets/${SOME_ID}/approve-plan`],
    ['POST', `/api/tickets/${SOME_ID}/keep-held`],
    ['POST', `/api/tickets/${SOME_ID}/refund-held`],
    ['POST', `/api/tickets/${SOME_ID}/give-back`],
    ['POST', `/api/milestones/${SOME_ID}/checkout`],
    ['POST', `/api/milestones/${SOME_ID}/accept`],
    ['POST', `/api/milestones/${SOME_ID}/refund-released`],
    ['POST', `/api/changes/${SOME_ID}/agree`],
    ['POST', `/api/quotes/${SOME_ID}/choose`],
  ])('is of no use for %s %s', async (method, path) => {
    const { token } = await make(await world.person('developer'));
    expect(await by(token, method, path, method === 'GET' ? undefined : {})).toMatchObject({
      status: 403,
      body: { code: 'not_for_programs' },
    });
  });

  test('is of no use to the calls that sign people in', async () => {
    const { token } = await make(await world.person('customer'));
    for (const [method, path] of [
      ['GET', '/user'],
      ['PUT', '/user'],
      ['POST', '/logout'],
      ['POST', '/factors'],
    ] as const) {
      const { status } = await by(
        token,
        method,
        `/auth/v1${path}`,
        method === 'GET' ? undefined : {},
      );
      expect([401, 403]).toContain(status);
    }
  });

  test('ends at once when it is revoked, and is nobody else’s to revoke', async () => {
    const ana = await world.person('customer');
    const other = await world.person('customer');
    const { id, token } = await make(ana);
    expect((await by(token, 'GET', '/api/me')).status).toBe(200);
    expect((await other.call('DELETE', `/api/me/tokens/${id}`)).status).toBe(404);
    expect((await ana.call('DELETE', `/api/me/tokens/${id}`)).status).toBe(204);
    expect((await by(token, 'GET', '/api/me')).status).toBe(401);
    expect((await ana.call('DELETE', `/api/me/tokens/${id}`)).status).toBe(404);
  });

  test('is no device, and only its own list has it', async () => {
    const ana = await world.person('customer');
    await make(ana);
    const { items } = ok(await ana.call<{ items: object[] }>('GET', '/api/me/sessions'));
    expect(items).toHaveLength(1);
  });

  test('ends with the other sessions of its owner', async () => {
    const { client, session } = await signedInPerson(world);
    const wanted = { name: 'One', scopes: ['read'] };
    const made = await by(session.access_token, 'POST', '/api/me/tokens', wanted);
    expect((await by(made.body.token, 'GET', '/api/me')).status).toBe(200);
    await client.signOut({ scope: 'others' });
    expect((await by(made.body.token, 'GET', '/api/me')).status).toBe(401);
  });

  test('ends with them also where it is just being made', async () => {
    const { email, session } = await signedInPerson(world);
    const owner = browser(world);
    await owner.signInWithPassword({ email, password: PASSWORD });
    const wanted = { name: 'One', scopes: ['read'] };
    const { making, ending } = await world.context.db.transaction().execute(async (tx) => {
      // It stands before the mail to its owner.
      await sql`lock table mails in share row exclusive mode`.execute(tx);
      const making = by(session.access_token, 'POST', '/api/me/tokens', wanted);
      await untilWaiting(world, 1);
      const ending = owner.signOut({ scope: 'others' });
      await untilWaiting(world, 2);
      return { making, ending };
    });
    expect((await ending).error).toBeNull();
    const { status, body } = await making;
    expect(status).toBe(201);
    expect((await by(body.token, 'GET', '/api/me')).status).toBe(401);
  });

  test('that has expired is refused, and tidied away with its session', async () => {
    const ana = await world.person('customer');
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { id, token } = await make(ana, { expires_at: soon });
    const { db } = world.context;
    await tidy(world.context);
    await db
      .updateTable('access_tokens')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect((await by(token, 'GET', '/api/me')).status).toBe(401);
    expect(await tokensOf(ana)).toEqual([]);
    await tidy(world.context);
    const left = await db.selectFrom('sessions').select('id').where('id', '=', id).execute();
    expect(left).toEqual([]);
  });

  test('lives on where a session of a browser would have ended', async () => {
    const { id, token } = await make(await world.person('customer'));
    const { db } = world.context;
    const longAgo = new Date('2020-01-01');
    await db
      .updateTable('sessions')
      .set({ created_at: longAgo, refreshed_at: longAgo })
      .where('id', '=', id)
      .execute();
    await tidy(world.context);
    expect((await by(token, 'GET', '/api/me')).status).toBe(200);
  });

  test('is mailed to its owner, without its value', async () => {
    const ana = await world.person('customer');
    const { token } = await make(ana, { name: 'Night build' });
    const mails = await world.mails();
    const mail = mails.find(
      ({ kind, recipient }) => kind === 'token_created' && recipient === ana.email,
    );
    expect(mail?.body_text).toContain('Night build');
    expect(mail?.body_text).not.toContain(token);
  });

  test.each([
    [{ name: ' ' }],
    [{ name: 'x'.repeat(101) }],
    [{ scopes: [] }],
    [{ scopes: ['admin'] }],
    [{ expires_at: '2020-01-01T00:00:00Z' }],
    [{ expires_at: 'soon' }],
  ])('is not made of %o', async (wrong) => {
    const ana = await world.person('customer');
    const body = { name: 'One', scopes: ['read'], ...wrong };
    expect((await ana.call('POST', '/api/me/tokens', body)).status).toBe(400);
  });

  test.each(['ubk_', `ubk_${'a'.repeat(40)}`, `ubk_${'a'.repeat(4000)}`])(
    'that nobody has made is refused: %s',
    async (token) => {
      expect((await by(token, 'GET', '/api/me')).status).toBe(401);
    },
  );

  test('is one of at most so many, also when many are made at once', async () => {
    const ana = await world.person('customer');
    const { id } = await make(ana);
    const { db } = world.context;
    const session = await db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: MAX_TOKENS - 2 }, () => crypto.randomUUID());
    await db
      .insertInto('sessions')
      .values(ids.map((id) => ({ ...session, id })))
      .execute();
    await db
      .insertInto('access_tokens')
      .values(
        ids.map((id) => ({
          id,
          user_id: ana.id,
          name: 'One',
          ends_with: 'aaaa',
          scopes: ['read'],
          token_hash: Buffer.from(id),
        })),
      )
      .execute();
    const body = { name: 'Last', scopes: ['read'] };
    const answers = await Promise.all(
      [1, 2, 3].map(() => ana.call('POST', '/api/me/tokens', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

test('programs reach requests and what belongs to them, and nothing else', () => {
  const routes = [...Object.keys(requestTable), ...Object.keys(generalTable)];
  const open = routes.filter(
    (route) => scopeOf(...(route.split(' ') as [string, string])) !== null,
  );
  const roots = new Set(open.map((route) => route.replace(/^\w+ (\/api)?\/([\w-]+).*$/, '$2')));
  expect([...roots].sort()).toEqual([
    ...[
      'attempts',
      'changes',
      'config',
      'deliveries',
      'drafts',
      'evidence',
      'files',
      'live',
      'me',
      'messages',
    ],
    ...['milestones', 'notifications', 'profiles', 'secrets', 'snapshots', 'tickets'],
  ]);
  expect(
    open.filter((route) =>
      /password|payout|moderation|checkout|refund|held|approve|\/(accept|choose|((ask|agree)-to-)?cancel)$|DELETE \/api\/(me\b|tickets)/.test(
        route,
      ),
    ),
  ).toEqual([]);
});
