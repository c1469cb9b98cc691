import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteRoutes, type RegisteredRoute } from './note-routes.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let routes: RegisteredRoute[];
beforeAll(async () => {
  const publicUrl = 'https://unblock.example';
  ({ built: world, routes } = await noteRoutes(() => openWorld({ publicUrl })));
});
afterAll(() => world.close());

/** What a program that runs on a page calls, and by which methods. */
const OPEN: Record<string, string> = {
  '/.well-known/oauth-authorization-server': 'GET',
  '/.well-known/oauth-protected-resource': 'GET',
  '/.well-known/oauth-protected-resource/mcp': 'GET',
  '/oauth/register': 'POST',
  '/oauth/token': 'POST',
  '/oauth/revoke': 'POST',
  '/mcp': 'GET, POST, DELETE',
};

const ORIGINS = [
  'https://editor.example',
  'http://localhost:6274',
  'null',
  'https://unblock.example.evil.example',
];

const preflight = (url: string, origin: string) =>
  world.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
    },
  });

describe.each(Object.entries(OPEN))('a page of any site', (url, methods) => {
  test(`is told beforehand that it may call ${url}`, async () => {
    for (const origin of ORIGINS) {
      const { statusCode, headers } = await preflight(url, origin);
      expect(statusCode).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': methods,
        'access-control-max-age': '3600',
      });
      const sent = String(headers['access-control-allow-headers']).toLowerCase();
      for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method'])
        expect(sent).toContain(name);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test(`reads what ${url} answers, and no cookie goes along`, async () => {
    for (const method of methods.split(', ') as ('GET' | 'POST' | 'DELETE')[]) {
      const headers = { origin: 'https://editor.example', cookie: 'unblock_oauth=x' };
      const answer = await world.app.inject({ method, url, headers });
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });
});

const FORM = 'application/x-www-form-urlencoded';

async function registeredPage() {
  const registered = await world.app.inject({
    method: 'POST',
    url: '/oauth/register',
    headers: { origin: 'https://editor.example', 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: ['https://editor.example/callback'] }),
  });
  expect(registered.statusCode).toBe(201);
  return registered.json<{ client_id: string }>();
}

test('a page that has registered gets the error of its own call, and none about its origin', async () => {
  const headers = { origin: 'https://editor.example' };
  const { client_id } = await registeredPage();
  const refused = await world.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: { ...headers, 'content-type': FORM },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      code: 'nothing',
      code_verifier: 'a'.repeat(43),
      redirect_uri: 'https://editor.example/callback',
    }).toString(),
  });
  expect(refused.json()).toMatchObject({ error: 'invalid_grant' });
  expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*' });
});

test('a form of another site puts nobody on the waitlist', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/waitlist',
    headers: { origin: 'https://editor.example', 'content-type': FORM },
    body: 'name=Ana&email=form%40example.com&specialty=python',
  });
  expect(answer.statusCode).toBe(415);
});

test.each([FORM, 'text/plain'])(
  'a call without a body may say that it has one of %s, as curl does',
  async (type) => {
    const person = await world.person('customer');
    const send = (body?: string) =>
      world.app.inject({
        method: 'POST',
        url: `/api/tickets/${crypto.randomUUID()}/read`,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
        ...(body !== undefined && { body }),
      });
    expect((await send()).statusCode).toBe(404);
    expect((await send('')).statusCode).toBe(404);
    expect((await send('all')).statusCode).toBe(415);
  },
);

test('no other route is open to pages of other sites', async () => {
  const others = routes.filter(({ url, method }) => !(url in OPEN) && method !== 'OPTIONS');
  expect(others.length).toBeGreaterThan(200);
  const origin = 'https://editor.example';
  for (const { url: route, method } of others) {
    const url = route.replace(/:[^/]+/g, 'x').replace('*', 'x');
    const call = { method: method as 'GET', url, headers: { origin } };
    const answers = [await preflight(url, origin), await world.app.inject(call)];
    for (const { headers } of answers) {
      expect(headers, `${method} ${url}`).not.toHaveProperty('access-control-allow-origin');
      expect(headers, `${method} ${url}`).not.toHaveProperty('access-control-allow-credentials');
    }
  }
});

test('nor is the code for programs without a browser, whoever asks for one', async () => {
  const headers = { origin: 'https://editor.example', 'content-type': FORM };
  const { client_id } = await registeredPage();
  for (const id of [client_id, 'nobody']) {
    const body = new URLSearchParams({ client_id: id, scope: 'read' }).toString();
    const answer = await world.app.inject({ method: 'POST', url: '/oauth/device', headers, body });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  }
});
