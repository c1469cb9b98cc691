import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProgramUse } from '#domain/program.ts';
import { PROGRAM_USES_DAYS } from '#domain/program-limits.ts';
import { LIMITS } from '../../http/limits.ts';
import { tidy } from '../../start/tidy.ts';
import { givePassword, PASSWORD } from '../../testing/accounts.ts';
import { ok, postRequest } from '../../testing/deeds.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Token {
  id: string;
  call: (path: string) => ReturnType<Person['call']>;
}

async function tokenOf(person: Person, name = 'Cursor'): Promise<Token> {
  const body = { name, scopes: ['read'] };
  const made = ok(await person.call<{ id: string; token: string }>('POST', '/api/me/tokens', body));
  const headers = { authorization: `Bearer ${made.token}` };
  return { id: made.id, call: (path) => person.call('GET', path, undefined, headers) };
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

test('a program reads with each answer how much more it may ask, and people do not', async () => {
  const ana = await world.person('customer');
  const { call } = await tokenOf(ana);
  const other = await tokenOf(ana, 'Lovable');
  const { config } = world.context;
  const before = LIMITS.program_call;
  config.rateLimits = true;
  LIMITS.program_call = { hits: 2, seconds: 60 };
  try {
    const first = await call('/api/me');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"program_call";q=2;w=60',
      ratelimit: expect.stringMatching(/^"program_call";r=1;t=(?:[1-9]|[1-5]\d|60)$/),
    });
    ok(await call('/api/tickets?view=active'));
    const refused = await call('/api/me');
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      headers: {
        'retry-after': expect.stringMatching(/^\d+$/),
        ratelimit: expect.stringMatching(/^"program_call";r=0;t=\d+$/),
      },
    });
    expect((await other.call('/api/me')).status).toBe(200);
    expect((await ana.call('GET', '/api/me')).headers).not.toHaveProperty('ratelimit');
  } finally {
    LIMITS.program_call = before;
    config.rateLimits = false;
  }
});
