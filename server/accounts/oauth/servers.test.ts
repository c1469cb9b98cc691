import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../config/config.ts';
import { buildApp } from '../../start/app.ts';
import { listeningWorld } from '../../testing/accounts.ts';
import {
  ask,
  CALLBACK,
  connect,
  exchange,
  goOn,
  newProgram,
  oauthWorld,
} from '../../testing/oauth.ts';
import { onePool } from '../../testing/one-pool.ts';
import type { World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await oauthWorld(listeningWorld);
});
afterAll(() => world.close());

/** Another server on the same database, with the same key. */
function another(changes: Partial<Config> = {}) {
  const { config, pool, live } = world.context;
  return buildApp({ config: { ...config, ...changes }, ...onePool(pool), live });
}

test('a question of one server is answered at another, and its code is exchanged at a third', async () => {
  const ana = await world.person('customer');
  const question = await ask(world, await newProgram(world));
  const second = await another();
  const url = `/api/me/programs/asking/${question.id}`;
  const headers = { authorization: `Bearer ${ana.token}`, cookie: question.cookies.for(url) };
  const answer = await second.inject({ method: 'POST', url, headers, payload: { allow: true } });
  const back = await goOn(question, answer.json<{ location: string }>().location);
  const { body } = await exchange(world, question, back);
  expect(body.access_token).toMatch(/^ubo_/);
  await second.close();
});

test('a program that is disconnected at one server is refused by every other at its next call', async () => {
  const ana = await world.person('customer');
  const { tokens } = await connect(world, ana);
  const second = await another();
  const use = async () => {
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    return (await second.inject({ method: 'GET', url: '/api/me', headers })).statusCode;
  };
  expect(await use()).toBe(200);
  const { body } = await ana.call<{ items: { id: string }[] }>('GET', '/api/me/programs');
  await ana.call('DELETE', `/api/me/programs/${body.items[0]?.id}`);
  expect(await use()).toBe(401);
  await second.close();
});

test('addresses and cookies are those of PUBLIC_URL, whatever a caller writes into its headers', async () => {
  const publicUrl = 'https://unblock.example';
  const server = await another({ publicUrl });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const metadata = await server.inject({ url: '/.well-known/oauth-authorization-server', headers });
  expect(metadata.body).not.toContain('evil');
  expect(metadata.json()).toMatchObject({ token_endpoint: `${publicUrl}/oauth/token` });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: await newProgram(world),
    redirect_uri: CALLBACK,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const asked = await server.inject({ url: `/oauth/authorize?${query}`, headers });
  expect(asked.statusCode).toBe(303);
  const cookies = [asked.headers['set-cookie'] ?? []].flat();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
  await server.close();
});
