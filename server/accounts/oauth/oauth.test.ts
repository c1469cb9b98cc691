import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectedProgram, MAX_PROGRAM_NAME } from '#domain/program.ts';
import { listeningWorld, mailTo } from '../../testing/accounts.ts';
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
  register,
  useToken,
  withoutGrants,
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
      device_authorization_endpoint: `${world.url}/oauth/device`,
      scopes_supported: ['read', 'write'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
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
    'https://example.com/a\0b',
    'https://example.com/\ud800',
    'com.example.app:/a\u0007b',
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
    const uses = await ana.call<{ items: object[] }>('GET', '/api/me/programs/uses');
    expect(ok(uses).items).toMatchObject([
      { program_name: 'Test Editor', act: 'Create a request', count: 1 },
    ]);
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

  test('is let in at the second press where the first could not be kept', async () => {
    const ana = await world.person('customer');
    const question = await ask(world, await newProgram(world));
    const first = await withoutGrants(world, () => consent(ana, question, true));
    expect(first.status).toBe(500);
    const { status, body } = await consent(ana, question, true);
    expect(status).toBe(200);
    const back = await goOn(question, String(body.location));
    expect((await exchange(world, question, back)).status).toBe(200);
    const mails = (await world.mails()).filter(({ recipient }) => recipient === ana.email);
    expect(mails).toMatchObject([{ kind: 'program_connected' }]);
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
    [{ state: 'a\0b' }, 'invalid_request'],
    [{ nonce: 'a\0b' }, 'invalid_request'],
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

  test('without a name has that of its address, however long that is', async () => {
    const ana = await world.person('customer');
    const redirect_uri = `https://${'long.'.repeat(30)}example.com/callback`;
    const client_id = await newProgram(world, {
      client_name: undefined,
      redirect_uris: [redirect_uri],
    });
    const question = await ask(world, client_id, { redirect_uri });
    const { location } = ok(await consent(ana, question, true)) as { location: string };
    const back = await goOn(question, location);
    expect((await exchange(world, question, back, { redirect_uri })).status).toBe(200);
    const [{ name = '' } = {}] = await programsOf(ana);
    expect(name).toMatch(/^https:\/\/(?:long\.)+/);
    expect(name.length).toBe(MAX_PROGRAM_NAME);
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
