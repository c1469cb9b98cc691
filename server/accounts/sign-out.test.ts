import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '../database/live-event.ts';
import { browser, call, listeningWorld, PASSWORD, signedInPerson } from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

/** One person on three devices. */
async function devices() {
  const { client, email, user, session } = await signedInPerson(world);
  const others = [browser(world), browser(world)] as const;
  for (const other of others) await other.signInWithPassword({ email, password: PASSWORD });
  const tokens = [session.access_token];
  for (const other of others) {
    tokens.push((await other.getSession()).data.session?.access_token ?? '');
  }
  const alive = async () => {
    const answers = await Promise.all(tokens.map((token) => call(world, '/user', { token })));
    return answers.map(({ status, body }) => (status === 200 ? 'in' : body.code));
  };
  return { client, user, alive };
}

const OUT = 'session_not_found';

test('signing out ends all sessions of the person, at once', async () => {
  const { client, alive } = await devices();
  expect((await client.signOut()).error).toBeNull();
  expect(await alive()).toEqual([OUT, OUT, OUT]);
});

test('signing out here leaves the other devices signed in', async () => {
  const { client, alive } = await devices();
  await client.signOut({ scope: 'local' });
  expect(await alive()).toEqual([OUT, 'in', 'in']);
});

test('signing out other devices leaves this one signed in', async () => {
  const { client, alive } = await devices();
  await client.signOut({ scope: 'others' });
  expect(await alive()).toEqual(['in', OUT, OUT]);
});

test('nobody else is signed out', async () => {
  const other = await signedInPerson(world);
  const { client } = await devices();
  await client.signOut();
  expect((await other.client.getUser()).error).toBeNull();
});

test('open live streams of the ended sessions are told', async () => {
  const { client, user } = await devices();
  const told = once(world.context.live.events, 'event') as Promise<[LiveEvent]>;
  await client.signOut();
  const [event] = await told;
  expect(event).toMatchObject({ type: 'session-ended', to: [user.id] });
  expect(event.sessions).toHaveLength(3);
});

test('an unknown scope is refused and nobody is signed out', async () => {
  const { session } = await signedInPerson(world);
  const token = session.access_token;
  const answer = await call(world, '/logout?scope=everyone', { method: 'POST', token });
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect((await call(world, '/user', { token })).status).toBe(200);
});

test('an empty body that is declared as JSON is fine', async () => {
  const { session } = await signedInPerson(world);
  const response = await fetch(`${world.url}/auth/v1/logout`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json;charset=UTF-8',
    },
  });
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
});
