import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectedProgram } from '#domain/program.ts';
import { tidy } from '../../start/tidy.ts';
import { browser, givePassword, listeningWorld, mailTo, PASSWORD } from '../../testing/accounts.ts';
import { aRequest, ok } from '../../testing/deeds.ts';
import {
  ask,
  CALLBACK,
  connect,
  consent,
  exchange,
  goOn,
  newProgram,
  oauthWorld,
  refresh,
  register,
  send,
} from '../../testing/oauth.ts';
import type { Person, World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await oauthWorld(listeningWorld);
});
afterAll(() => world.close());

async function use(token: string, method = 'GET', path = '/api/me', body?: object) {
  const answer = await fetch(world.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.status;
}

async function programsOf(person: Person): Promise<ConnectedProgram[]> {
  return ok(await person.call<{ items: ConnectedProgram[] }>('GET', '/api/me/programs')).items;
}

/** What an error that goes back to the program says. */
const errorIn = ({ search, hash }: URL) =>
  new URLSearchParams(search || hash.slice(1)).get('error');

describe('a program finds out', () => {
  test('who gives out tokens, from the answer to a call without one', async () => {
    const asked = await fetch(`${world.url}/mcp`, { method: 'POST' });
    expect(asked.status).toBe(401);
    const header = asked.headers.get('www-authenticate') ?? '';
    const [, address = ''] = /^Bearer resource_metadata="([^"]+)"/.exec(header) ?? [];
    const metadata = { resource: `${world.url}/mcp`, authorization_servers: [world.url] };
    expect(await (await fetch(address)).json()).toMatchObject(metadata);
    const short = await fetch(`${world.url}/.well-known/oauth-protected-resource`);
    expect(await short.json()).toMatchObject(metadata);
  });

  test('how to ask for them', async () => {
    const answer = await fetch(`${world.url}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toEqual({
      issuer: world.url,
      authorization_endpoint: `${world.url}/oauth/authorize`,
      token_endpoint: `${world.url}/oauth/token`,
      registration_endpoint: `${world.url}/oauth/register`,
      revocation_endpoint: `${world.url}/oauth/revoke`,
      scopes_supported: ['read', 'write'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  test.each(['/.well-known/openid-configuration', '/.well-known/nothing', '/oauth/nothing'])(
    'that there is nothing at %s',
    async (path) => {
      const answer = await fetch(world.url + path, { redirect: 'manual' });
      expect(answer.status).toBe(404);
    },
  );
});

describe('a program that introduces itself', () => {
  test('is known by an id, and needs no secret', async () => {
    const { status, body } = await register(world, {
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code'],
      scope: 'openid offline_access',
      logo_uri: 'https://example.com/logo.svg',
      jwks_uri: 'http://127.0.0.1:1/jwks',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_id: expect.stringMatching(/^[\w-]{22}$/),
      client_name: 'Test Editor',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
    });
    for (const left of ['client_secret', 'logo_uri', 'jwks_uri', 'scope']) {
      expect(body).not.toHaveProperty(left);
    }
  });

  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:1234/callback',
    'http://[::1]/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/callback',
  ])('may have its answers sent to %s', async (address) => {
    expect((await register(world, { redirect_uris: [address] })).status).toBe(201);
  });

  test.each([
    'http://example.com/callback',
    'javascript:alert(1)//',
    'data:text/html,hello',
    'mailto:thief@example.com',
    'https://claude.ai@thief.example/callback',
    'https://example.com/#fragment',
    'no address',
    `https://example.com/${'a'.repeat(500)}`,
    '',
    null,
    { toString: 'x' },
  ])('may not have them sent to %s', async (address) => {
    const { status, body } = await register(world, { redirect_uris: [address] });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^invalid_(?:client_metadata|redirect_uri)$/);
  });

  test.each([
    [undefined],
    [[]],
    ['https://example.com/'],
    [Array.from({ length: 11 }, (_, at) => `https://example.com/${at}`)],
  ])('needs addresses: %o', async (redirect_uris) => {
    expect((await register(world, { redirect_uris })).status).toBe(400);
  });

  test.each(['', 'no JSON', '[]', 'null', '['.repeat(50_000), `"${'a'.repeat(60_000)}"`])(
    'is refused what is no registration: %.20s',
    async (body) => {
      const answer = await fetch(`${world.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(answer.status).toBe(400);
    },
  );

  test('has a name of one line, which turns no text round', async () => {
    const { body } = await register(world, {
      client_name: `Good\u202e\n\0 ${'x'.repeat(200)}`,
    });
    expect(body.client_name).toBe(`Good ${'x'.repeat(95)}`);
  });
});

describe('a program that asks to be let in', () => {
  test('is shown to the person with its address and what it may do', async () => {
    const ana = await world.person('customer');
    const question = await ask(world, await newProgram(world), { scope: 'read' });
    expect(question.status).toBe(303);
    expect(question.location.pathname).toBe(`/connect/${question.id}`);
    expect(await consent(ana, question)).toMatchObject({
      status: 200,
      body: {
        name: 'Test Editor',
        address: 'http://127.0.0.1:33418',
        scopes: ['read'],
        publisher: null,
      },
    });
  });

  test('gets tokens that do what access tokens do, once it is allowed', async () => {
    const ana = await world.person('customer');
    const { tokens } = await connect(world, ana);
    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^ubo_\w{40}$/),
      refresh_token: expect.stringMatching(/^ubr_\w{40}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'read write',
    });
    expect(await use(tokens.access_token, 'POST', '/api/tickets', aRequest)).toBe(201);
    for (const path of ['/api/me/tokens', '/api/me/programs', '/api/me/export', '/api/earnings']) {
      expect(await use(tokens.access_token, 'GET', path)).toBe(403);
    }
    expect(await programsOf(ana)).toEqual([
      {
        id: expect.any(String),
        name: 'Test Editor',
        address: 'http://127.0.0.1:33418',
        scopes: ['read', 'write'],
        created_at: expect.any(String),
        last_used_at: expect.any(String),
      },
    ]);
    const { items } = ok(await ana.call<{ items: object[] }>('GET', '/api/me/sessions'));
    expect(items).toHaveLength(1);
  });

  test('may not write where it asked to look', async () => {
    const { tokens } = await connect(world, await world.person('customer'), { scope: 'read' });
    expect(tokens.scope).toBe('read');
    expect(await use(tokens.access_token, 'GET', '/api/tickets?view=active')).toBe(200);
    expect(await use(tokens.access_token, 'POST', '/api/tickets', aRequest)).toBe(403);
  });

  test.each([
    [undefined, 'read write'],
    ['', 'read write'],
    ['openid profile', 'read'],
    ['write offline_access', 'read write'],
  ])('asks for what we have: %s', async (scope, granted) => {
    const { tokens } = await connect(world, await world.person('customer'), {
      scope,
      resource: undefined,
    });
    expect(tokens.scope).toBe(granted);
  });

  test('leaves nothing in the database that opens something', async () => {
    const { tokens } = await connect(world, await world.person('customer'));
    const rows = await world.context.db.selectFrom('oauth_records').selectAll().execute();
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(tokens.access_token);
    expect(kept).not.toContain(tokens.refresh_token);
    const hash = createHash('sha256').update(tokens.access_token).digest();
    expect(rows.some(({ id_hash }) => id_hash.equals(hash))).toBe(true);
  });

  test('hears when the person says no', async () => {
    const ana = await world.person('customer');
    const question = await ask(world, await newProgram(world));
    const { body } = await consent(ana, question, false);
    const back = await goOn(question, String(body.location));
    expect(back.href).toMatch(CALLBACK);
    expect(errorIn(back)).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe('as it was');
    expect(await programsOf(ana)).toEqual([]);
  });

  test('is connected once, however often a button is pressed', async () => {
    const ana = await world.person('customer');
    const question = await ask(world, await newProgram(world));
    await Promise.all([1, 2, 3].map(() => consent(ana, question, true)));
    await consent(ana, question, true);
    await consent(ana, question, false);
    const { rows } = await world.context.pool.query(
      'select from connected_programs where user_id = $1',
      [ana.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('is told to its owner by mail', async () => {
    const ana = await world.person('customer');
    await connect(world, ana);
    const { body_text } = await mailTo(world, ana.email, 'program_connected');
    expect(body_text).toContain('Test Editor');
    expect(body_text).toContain('http://127.0.0.1:33418');
  });

  test('cannot be let in by moderators, who can say no', async () => {
    const moderator = await world.person('moderator');
    const question = await ask(world, await newProgram(world));
    expect(await consent(moderator, question, true)).toMatchObject({
      status: 403,
      body: { code: 'not_your_part' },
    });
    expect((await consent(moderator, question, false)).status).toBe(200);
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type|invalid_request'],
    [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ resource: 'https://example.com/mcp' }, 'invalid_target'],
    [{ response_mode: 'form_post' }, 'unsupported_response_mode'],
    [{ prompt: 'none' }, 'login_required|interaction_required|consent_required'],
    [{ request: 'eyJ' }, 'request_not_supported'],
  ])('is sent back with an error for %o', async (changes, error) => {
    const { location } = await ask(world, await newProgram(world), changes);
    expect(location.href).toMatch(CALLBACK);
    expect(errorIn(location)).toMatch(new RegExp(`^(?:${error})$`));
  });

  test.each([
    [{ redirect_uri: 'https://thief.example/' }],
    [{ redirect_uri: `${CALLBACK}/more` }],
    [{ redirect_uri: 'http://127.0.0.1.thief.example:33418/callback' }],
    [{ client_id: 'nobody' }],
    [{ client_id: '<script>alert(1)</script>' }],
    [{ client_id: undefined }],
  ])('is sent nowhere with %o', async (changes) => {
    const { status, location, cookies } = await ask(world, await newProgram(world), changes);
    expect(status).toBe(400);
    expect(location.href).toBe('about:blank');
    expect(cookies.for('/')).toBe('');
  });

  test('is answered on a page that runs nothing of what it was sent', async () => {
    const bad = '"><script>alert(1)</script>';
    const query = new URLSearchParams({ client_id: bad, redirect_uri: bad, state: bad });
    const answer = await fetch(`${world.url}/oauth/authorize?${query}`, {
      headers: { accept: 'text/html' },
    });
    expect(await answer.text()).not.toContain('<script>');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
  });

  test('may use another port of this machine than it named', async () => {
    const question = await ask(world, await newProgram(world), {
      redirect_uri: CALLBACK.replace('33418', '40000'),
    });
    expect(question.status).toBe(303);
  });
});

describe('a question', () => {
  test('is answered in the browser that it was asked in, and in no other', async () => {
    const ana = await world.person('customer');
    const program = await newProgram(world);
    const [mine, theirs] = [await ask(world, program), await ask(world, program)];
    for (const allow of [undefined, true, false]) {
      expect(await consent(ana, { ...mine, cookies: theirs.cookies }, allow)).toMatchObject({
        status: 404,
        body: { code: 'asking_over' },
      });
    }
  });

  test('that somebody else has answered opens nothing for who began it', async () => {
    const ana = await world.person('customer');
    const question = await ask(world, await newProgram(world));
    const { body } = await consent(ana, question, true);
    const { cookies } = await ask(world, await newProgram(world));
    const back = await goOn({ ...question, cookies }, String(body.location));
    expect(back.href).toBe('about:blank');
  });

  test('keeps two questions of one browser apart', async () => {
    const ana = await world.person('customer');
    const first = await ask(world, await newProgram(world, { client_name: 'First' }));
    const second = await ask(world, await newProgram(world, { client_name: 'Second' }));
    expect((await consent(ana, second)).body).toMatchObject({ name: 'Second' });
    expect((await consent(ana, first)).body).toMatchObject({ name: 'First' });
  });
});

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
    const again = await refresh(world, client_id, tokens.refresh_token);
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await use(body.access_token)).toBe(401);
    expect((await refresh(world, client_id, body.refresh_token)).status).toBe(400);
    expect(await programsOf(ana)).toEqual([]);
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
