import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listeningWorld } from '../../testing/accounts.ts';
import { localCertificate } from '../../testing/certificate.ts';
import { ok } from '../../testing/deeds.ts';
import { ask, CALLBACK, consent, exchange, goOn, oauthWorld } from '../../testing/oauth.ts';
import type { World } from '../../testing/world.ts';

let world: World;
let site: Server;
/** Where programs of this test describe themselves. */
let origin: string;
let document: (path: string) => {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
};
let fetched: string[];
let pages = 0;

beforeAll(async () => {
  world = await oauthWorld(() => listeningWorld({ looksAtLoopback: true }));
  const certificate = localCertificate();
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
  site = createServer(certificate, ({ url = '' }, response) => {
    fetched.push(url);
    const { status = 200, headers = {}, body } = document(url);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `https://localhost:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await world.close();
});
beforeEach(() => {
  fetched = [];
  document = (path) => ({ body: described(path) });
});

/** Another one each time: what was fetched once is kept for a while. */
const newId = () => `${origin}/program-${pages++}.json`;
const described = (path: string, changes: object = {}) => ({
  client_id: origin + path,
  client_name: 'Described Editor',
  redirect_uris: [CALLBACK],
  ...changes,
});

describe('a program that describes itself at an address', () => {
  test('is let in without a registration, and shown with the site that names it', async () => {
    const ana = await world.person('customer');
    const question = await ask(world, newId());
    expect((await consent(ana, question)).body).toEqual({
      name: 'Described Editor',
      address: 'http://127.0.0.1:33418',
      scopes: ['read', 'write'],
      publisher: new URL(origin).host,
    });
    const { location } = ok(await consent(ana, question, true)) as { location: string };
    const { body } = await exchange(world, question, await goOn(question, location));
    expect(body.access_token).toMatch(/^ubo_/);
    expect(fetched).toHaveLength(1);
  });

  test.each([
    ['another id', { client_id: 'https://example.com/other.json' }],
    ['a secret', { client_secret: 'abc' }],
    ['a method with a secret', { token_endpoint_auth_method: 'client_secret_post' }],
    ['no addresses', { redirect_uris: [] }],
    ['another address', { redirect_uris: ['https://example.com/'] }],
  ])('is refused with %s', async (_, changes) => {
    document = (path) => ({ body: described(path, changes) });
    expect((await ask(world, newId())).status).toBe(400);
  });

  test.each([
    ['a redirect', { status: 302, headers: { location: '/program-0.json' }, body: '' }],
    ['an error', { status: 500, body: {} }],
    ['no JSON', { body: '<html>' }],
    ['a list', { body: [] }],
    ['far too much', { body: `{"a":"${'a'.repeat(2_000_000)}"}` }],
    ['what is nested deeply', { body: '['.repeat(100_000) }],
  ])('is refused where its address answers %s', async (_, answer) => {
    document = () => answer;
    const id = newId();
    expect((await ask(world, id)).status).toBe(400);
    expect(new Set(fetched)).toEqual(new Set([new URL(id).pathname]));
  });

  test.each([
    'https://10.0.0.1/program.json',
    'https://[::1]:22/program.json',
    'https://localhost:22/program.json',
    'https://user@localhost/program.json',
    'https://localhost/../program.json',
    'http://localhost/program.json',
  ])('is not looked for at %s', async (address) => {
    expect((await ask(world, address)).status).toBe(400);
    expect(fetched).toEqual([]);
  });
});
