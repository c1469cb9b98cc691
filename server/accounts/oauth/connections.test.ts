import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectedProgram } from '#domain/program.ts';
import { tidy } from '../../start/tidy.ts';
import { browser, givePassword, listeningWorld, PASSWORD } from '../../testing/accounts.ts';
import { aRequest, ok } from '../../testing/deeds.ts';
import { untilWaiting } from '../../testing/lock-waits.ts';
import {
  ask,
  connect,
  consent,
  exchange,
  goOn,
  newProgram,
  oauthWorld,
  refresh,
  send,
  useToken,
} from '../../testing/oauth.ts';
import type { Person, World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await oauthWorld(listeningWorld);
});
afterAll(() => world.close());

const use = (token: string, method?: string, path?: string, body?: object) =>
  useToken(world, token, method, path, body);

async function programsOf(person: Person): Promise<ConnectedProgram[]> {
  return ok(await person.call<{ items: ConnectedProgram[] }>('GET', '/api/me/programs')).items;
}

/** Refresh tokens were used that much earlier. */
async function aMinuteLater(): Promise<void> {
  await sql`update oauth_records set consumed_at = consumed_at - interval '61 seconds'`.execute(
    world.context.db,
  );
}

describe('a code', () => {
  async function codeFor(person: Person) {
    const question = await ask(world, await newProgram(world));
    const { body } = await consent(person, question, true);
    return { question, back: await goOn(question, String(body.location)) };
  }

  test.each([
    [{ code_verifier: 'a'.repeat(43) }],
    [{ code_verifier: '' }],
    [{ redirect_uri: 'http://127.0.0.1:33418/other' }],
    [{ code: 'made up' }],
    [{ client_id: 'nobody' }],
  ])('is no good with %o', async (changes) => {
    const { question, back } = await codeFor(await world.person('customer'));
    const { status, body } = await exchange(world, question, back, changes);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).not.toHaveProperty('access_token');
  });

  test('is no good for another program', async () => {
    const { question, back } = await codeFor(await world.person('customer'));
    const client_id = await newProgram(world);
    expect((await exchange(world, question, back, { client_id })).status).toBe(400);
  });

  test('used twice ends what it has opened', async () => {
    const { question, back } = await codeFor(await world.person('customer'));
    const { body } = await exchange(world, question, back);
    expect(await use(body.access_token)).toBe(200);
    expect((await exchange(world, question, back)).body.error).toBe('invalid_grant');
    expect(await use(body.access_token)).toBe(401);
  });

  test('used twice at once gives tokens to nobody', async () => {
    const { question, back } = await codeFor(await world.person('customer'));
    const all = await Promise.all([1, 2, 3, 4].map(() => exchange(world, question, back)));
    expect(all.every(({ status }) => status < 500)).toBe(true);
    for (const { body } of all) {
      if (body.access_token) expect(await use(body.access_token)).toBe(401);
    }
  });
});

describe('a connection', () => {
  test('goes on with new tokens, each of which renews it once', async () => {
    const ana = await world.person('customer');
    const { client_id, tokens } = await connect(world, ana);
    const { status, body } = await refresh(world, client_id, tokens.refresh_token);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(tokens.refresh_token);
    expect(await use(body.access_token)).toBe(200);
    await aMinuteLater();
    const again = await refresh(world, client_id, tokens.refresh_token);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await use(body.access_token)).toBe(401);
    expect((await refresh(world, client_id, body.refresh_token)).status).toBe(400);
    expect(await programsOf(ana)).toEqual([]);
  });

  test('goes on where the answer with its new tokens was lost, or two of one program ask at once', async () => {
    const ana = await world.person('customer');
    const { client_id, tokens } = await connect(world, ana);
    const lost = await refresh(world, client_id, tokens.refresh_token);
    const both = await Promise.all([
      refresh(world, client_id, tokens.refresh_token),
      refresh(world, client_id, tokens.refresh_token),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of both) expect(await use(body.access_token)).toBe(200);
    await aMinuteLater();
    // Whichever of them keeps its answer has the way on.
    const [one, other] = both.map(({ body }) => body.refresh_token);
    expect([one, other]).toEqual([lost.body.refresh_token, lost.body.refresh_token]);
    expect((await refresh(world, client_id, one)).status).toBe(200);
    expect((await refresh(world, client_id, other)).status).toBe(200);
    // If it is used again later, one of both is a thief.
    await aMinuteLater();
    expect((await refresh(world, client_id, other)).status).toBe(400);
    expect(await programsOf(ana)).toEqual([]);
  });

  test('has one way on, also after an answer that was lost', async () => {
    const { client_id, tokens } = await connect(world, await world.person('customer'));
    await refresh(world, client_id, tokens.refresh_token);
    const { body } = await refresh(world, client_id, tokens.refresh_token);
    await aMinuteLater();
    expect((await refresh(world, client_id, body.refresh_token)).status).toBe(200);
  });

  test('can be narrowed by its program, and not widened', async () => {
    const { client_id, tokens } = await connect(world, await world.person('customer'));
    const narrow = await refresh(world, client_id, tokens.refresh_token, { scope: 'read' });
    expect(narrow.body.scope).toBe('read');
    expect(await use(narrow.body.access_token, 'POST', '/api/tickets', aRequest)).toBe(403);
    const looking = await connect(world, await world.person('customer'), { scope: 'read' });
    const wide = { scope: 'read write' };
    const { status } = await refresh(world, looking.client_id, looking.tokens.refresh_token, wide);
    expect(status).toBe(400);
  });

  test('is renewed by its own program alone', async () => {
    const { tokens } = await connect(world, await world.person('customer'));
    const other = await newProgram(world);
    expect((await refresh(world, other, tokens.refresh_token)).status).toBe(400);
    expect(await use(tokens.access_token)).toBe(200);
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'ends at once when its program takes back its %s',
    async (kind) => {
      const ana = await world.person('customer');
      const { client_id, tokens } = await connect(world, ana);
      expect(await use(tokens.access_token)).toBe(200);
      const form = { token: tokens[kind], client_id };
      expect((await send(world, '/oauth/revoke', form)).status).toBe(200);
      expect(await use(tokens.access_token)).toBe(401);
      expect((await refresh(world, client_id, tokens.refresh_token)).status).toBe(400);
      expect(await programsOf(ana)).toEqual([]);
    },
  );

  test('is not ended by another program', async () => {
    const { tokens } = await connect(world, await world.person('customer'));
    const client_id = await newProgram(world);
    await send(world, '/oauth/revoke', { token: tokens.refresh_token, client_id });
    expect(await use(tokens.access_token)).toBe(200);
  });

  test('is disconnected by its owner at once, and by nobody else', async () => {
    const ana = await world.person('customer');
    const { client_id, tokens } = await connect(world, ana);
    expect(await use(tokens.access_token)).toBe(200);
    const [{ id } = { id: '' }] = await programsOf(ana);
    const other = await world.person('customer');
    expect((await other.call('DELETE', `/api/me/programs/${id}`)).status).toBe(404);
    expect((await ana.call('DELETE', `/api/me/programs/${id}`)).status).toBe(204);
    expect(await use(tokens.access_token)).toBe(401);
    expect((await refresh(world, client_id, tokens.refresh_token)).status).toBe(400);
    const left = await world.context.db
      .selectFrom('oauth_records')
      .select('model')
      .where('connection_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });

  test('ends with a suspension, and with the account', async () => {
    const suspended = await world.person('customer');
    const moderator = await world.person('moderator');
    const first = await connect(world, suspended);
    const reason = { reason: 'It is for a test of this.' };
    ok(await moderator.call('POST', `/api/moderation/accounts/${suspended.id}/suspend`, reason));
    expect(await use(first.tokens.access_token)).toBe(401);
    expect((await refresh(world, first.client_id, first.tokens.refresh_token)).status).toBe(400);

    const leaving = await world.person('customer');
    await givePassword(world, leaving);
    const second = await connect(world, leaving);
    ok(await leaving.call('DELETE', '/api/me', { password: PASSWORD }));
    expect(await use(second.tokens.access_token)).toBe(401);
    const { rows } = await world.context.pool.query(
      'select from connected_programs where user_id = any($1)',
      [[suspended.id, leaving.id]],
    );
    expect(rows).toEqual([]);
  });

  test('ends with a new password', async () => {
    const ana = await world.person('customer');
    await givePassword(world, ana);
    const { tokens } = await connect(world, ana);
    const client = browser(world);
    await client.signInWithPassword({ email: ana.email, password: PASSWORD });
    expect(await use(tokens.access_token)).toBe(200);
    const { error } = await client.updateUser({ password: 'blaue Berge 9' });
    expect(error).toBeNull();
    expect(await use(tokens.access_token)).toBe(401);
  });

  test('ends with the others also where it is just being made', async () => {
    const ana = await world.person('customer');
    await givePassword(world, ana);
    const client = browser(world);
    await client.signInWithPassword({ email: ana.email, password: PASSWORD });
    const question = await ask(world, await newProgram(world));
    const { allowing, ending } = await world.context.db.transaction().execute(async (tx) => {
      // It stands before the mail to its owner.
      await sql`lock table mails in share row exclusive mode`.execute(tx);
      const allowing = consent(ana, question, true);
      await untilWaiting(world, 1);
      const ending = client.signOut({ scope: 'others' });
      await untilWaiting(world, 2);
      return { allowing, ending };
    });
    expect((await ending).error).toBeNull();
    await allowing;
    const { rows } = await world.context.pool.query(
      'select from connected_programs where user_id = $1',
      [ana.id],
    );
    expect(rows).toEqual([]);
  });

  test('stands in the export of its owner', async () => {
    const ana = await world.person('customer');
    await connect(world, ana);
    const { body } = await ana.call('GET', '/api/me/export');
    expect(body.connected_programs).toMatchObject([{ name: 'Test Editor' }]);
  });
});

describe('what is over', () => {
  const longAgo = new Date('2020-01-01');

  test('is tidied away: programs that nobody let in, and connections without a token', async () => {
    const { db } = world.context;
    const ana = await world.person('customer');
    const unused = await newProgram(world);
    const kept = await connect(world, ana);
    const over = await connect(world, ana);
    await db.updateTable('oauth_records').set({ created_at: longAgo }).execute();
    await db
      .updateTable('sessions')
      .set({ created_at: longAgo, refreshed_at: longAgo })
      .where('user_id', '=', ana.id)
      .execute();
    const [last] = await programsOf(ana);
    await db
      .updateTable('oauth_records')
      .set({ expires_at: longAgo })
      .where('connection_id', '=', last?.id ?? '')
      .execute();
    expect(await use(over.tokens.access_token)).toBe(401);
    await tidy(world.context);
    expect(await use(kept.tokens.access_token)).toBe(200);
    expect((await refresh(world, kept.client_id, kept.tokens.refresh_token)).status).toBe(200);
    expect((await ask(world, unused)).status).toBe(400);
    const ids = await db
      .selectFrom('connected_programs')
      .select('id')
      .where('user_id', '=', ana.id)
      .execute();
    expect(ids).toHaveLength(1);
  });
});
