import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

const LIST = '/api/tickets?view=active';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  for (let count = 0; count < 5; count++) await postRequest(customer);
});
afterAll(() => world.close());

function get(of: World, person: Person, url: string, headers: Record<string, string>) {
  const authorization = `Bearer ${person.token}`;
  return of.app.inject({ method: 'GET', url, headers: { ...headers, authorization } });
}

test('a browser gets the same list in a fraction of its size', async () => {
  const plain = await get(world, customer, LIST, {});
  const small = await get(world, customer, LIST, { 'accept-encoding': 'gzip, deflate, br' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length);
  expect(JSON.parse(gunzipSync(small.rawPayload).toString())).toEqual(plain.json());
});

test.each(['', 'identity', 'br', 'gzip;q=0'])('who takes %j gets it as it is', async (accepted) => {
  const answer = await get(world, customer, LIST, { 'accept-encoding': accepted });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json().items).toHaveLength(5);
});

test('a short answer, and what is no text, is left as it is', async () => {
  const short = await get(world, customer, '/api/config', { 'accept-encoding': 'gzip' });
  expect(short.headers['content-encoding']).toBeUndefined();
});

test('behind a proxy that is its work', async () => {
  const behind = await openWorld({ trustProxy: 'loopback' });
  try {
    const person = await behind.person('customer');
    for (let count = 0; count < 5; count++) await postRequest(person);
    const answer = await get(behind, person, LIST, { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json().items).toHaveLength(5);
  } finally {
    await behind.close();
  }
});
