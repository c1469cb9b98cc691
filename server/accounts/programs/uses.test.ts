import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProgramUse } from '#domain/program.ts';
import { PROGRAM_USES_DAYS } from '#domain/program-limits.ts';
import { LIMITS } from '../../http/limits.ts';
import { tidy } from '../../start/tidy.ts';
import { givePassword, PASSWORD } from '../../testing/accounts.ts';
import { ok, postRequest } from '../../testing/deeds.ts';
import { sendForm } from '../../testing/files.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Token {
  id: string;
  token: string;
  call: (path: string) => ReturnType<Person['call']>;
}

async function tokenOf(person: Person, name = 'Cursor', scopes = ['read']): Promise<Token> {
  const body = { name, scopes };
  const made = ok(await person.call<{ id: string; token: string }>('POST', '/api/me/tokens', body));
  const headers = { authorization: `Bearer ${made.token}` };
  return { ...made, call: (path) => person.call('GET', path, undefined, headers) };
}

const usesOf = async (person: Person) =>
  ok(await person.call<{ items: ProgramUse[] }>('GET', '/api/me/programs/uses')).items;

describe('what a program did', () => {
  test('its owner reads, by request and day, also once it is revoked', async () => {
    const ana = await world.person('customer');
    const { id: ticket_id } = await postRequest(ana);
    const { id, call } = await tokenOf(ana);
    for (let count = 0; count < 3; count++) ok(await call(`/api/tickets/${ticket_id}`));
    ok(await call('/api/tickets?view=active'));
    expect((await call('/api/tickets/01890000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await call('/api/me/sessions')).status).toBe(403);
    const described = ok(
      await world.call<{ paths: Record<string, { get: { summary: string } }> }>(
        'GET',
        '/api/openapi.json',
      ),
    );
    const act = described.paths['/api/tickets/{id}']?.get.summary;
    ok(await ana.call('DELETE', `/api/me/tokens/${id}`));
    const uses = await usesOf(ana);
    expect(uses).toHaveLength(2);
    expect(uses).toContainEqual({
      id: expect.any(String),
      program_id: id,
      program_name: 'Cursor',
      act,
      ticket_id,
      count: 3,
      last_at: expect.any(String),
    });
    expect(uses).toContainEqual(expect.objectContaining({ ticket_id: null, count: 1 }));
    ok(await ana.call('GET', `/api/tickets/${ticket_id}`));
    expect(await usesOf(ana)).toHaveLength(2);
    expect(await usesOf(await world.person('customer'))).toEqual([]);
  });

  test('is read of files that it sends and fetches, too', async () => {
    const ana = await world.person('customer');
    const { call, token } = await tokenOf(ana, 'Cursor', ['write']);
    const file = { name: 'error.json', content: '{}' };
    const sent = await sendForm(world, `Bearer ${token}`, file);
    expect(sent.status).toBe(201);
    ok(await call(`/files/download/${sent.body.fileKey}`));
    expect((await call(`/files/download/${crypto.randomUUID()}`)).status).toBe(404);
    const uses = await usesOf(ana);
    expect(uses.map(({ act, count }) => [act, count]).sort()).toEqual([
      ['Download a file', 1],
      ['Upload a file', 1],
    ]);
    const looking = await tokenOf(ana);
    const refused = await sendForm(world, `Bearer ${looking.token}`, { name: 'error.log' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    const nobody = await sendForm(world, 'Bearer ubk_nobody', { name: 'error.log' });
    expect(nobody).toMatchObject({ status: 401, body: { code: 'no_session' } });
  });

  test('is added up over several calls of one day, and exported', async () => {
    const ana = await world.person('customer');
    const { call } = await tokenOf(ana);
    ok(await call('/api/me'));
    await usesOf(ana);
    ok(await call('/api/me'));
    expect(await usesOf(ana)).toMatchObject([{ count: 2 }]);
    const found = ok(await ana.call('GET', '/api/me/export'));
    expect(found).toMatchObject({ program_uses: [{ program_name: 'Cursor', count: 2 }] });
  });

  test('is removed after 30 days, and goes with the account', async () => {
    const ana = await world.person('customer');
    await givePassword(world, ana);
    const { call } = await tokenOf(ana);
    ok(await call('/api/me'));
    ok(await call('/api/tickets?view=active'));
    await usesOf(ana);
    const { db } = world.context;
    const longAgo = new Date(Date.now() - PROGRAM_USES_DAYS * 86_400_000 - 1000);
    await db
      .updateTable('program_uses')
      .set({ last_at: longAgo })
      .where('user_id', '=', ana.id)
      .where('ticket_id', 'is', null)
      .where('act', 'like', '%profile%')
      .execute();
    await tidy(world.context);
    expect(await usesOf(ana)).toHaveLength(1);
    ok(await call('/api/me'));
    ok(await ana.call('DELETE', '/api/me', { password: PASSWORD }));
    // Whoever reads has it stored first.
    await usesOf(await world.person('customer'));
    const left = await db
      .selectFrom('program_uses')
      .select('id')
      .where('user_id', '=', ana.id)
      .execute();
    expect(left).toEqual([]);
  });
});

/** Lets programs make two calls a minute while something is done. */
async function withTwoCalls(limit: 'program' | 'program_call', act: () => Promise<void>) {
  const { config } = world.context;
  const before = LIMITS[limit];
  config.rateLimits = true;
  LIMITS[limit] = { hits: 2, seconds: 60 };
  try {
    await act();
  } finally {
    LIMITS[limit] = before;
    config.rateLimits = false;
  }
}

test('a program reads with each answer how much more it may ask, and people do not', async () => {
  const ana = await world.person('customer');
  const { call, token } = await tokenOf(ana);
  const other = await tokenOf(ana, 'Lovable');
  await withTwoCalls('program_call', async () => {
    const first = await call('/api/me');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"program_call";q=2;w=60',
      ratelimit: expect.stringMatching(/^"program_call";r=1;t=(?:[1-9]|[1-5]\d|60)$/),
    });
    // Files count with the others.
    const file = await call(`/files/download/${crypto.randomUUID()}`);
    expect(file.headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"program_call";r=0;t=\d+$/),
    });
    const refused = await call('/api/me');
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      headers: {
        'retry-after': expect.stringMatching(/^\d+$/),
        ratelimit: expect.stringMatching(/^"program_call";r=0;t=\d+$/),
      },
    });
    expect((await sendForm(world, `Bearer ${token}`, { name: 'a.txt' })).status).toBe(403);
    expect((await call(`/files/download/${crypto.randomUUID()}`)).status).toBe(429);
    expect((await other.call('/api/me')).status).toBe(200);
    expect((await ana.call('GET', '/api/me')).headers).not.toHaveProperty('ratelimit');
  });
});

test('messages of the Model Context Protocol are counted for each token, and told as well', async () => {
  const ana = await world.person('customer');
  const [mine, other] = [await tokenOf(ana), await tokenOf(ana, 'Lovable')];
  const post = ({ token }: Token) =>
    ana.call('POST', '/mcp', {}, { authorization: `Bearer ${token}` });
  await withTwoCalls('program', async () => {
    expect((await post(mine)).headers).toMatchObject({
      'ratelimit-policy': '"program";q=2;w=60',
      ratelimit: expect.stringMatching(/^"program";r=1;t=\d+$/),
    });
    await post(mine);
    expect(await post(mine)).toMatchObject({
      status: 429,
      headers: { ratelimit: expect.stringMatching(/^"program";r=0;t=\d+$/) },
    });
    expect((await post(other)).headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"program";r=1;t=\d+$/),
    });
  });
});
