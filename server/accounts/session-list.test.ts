import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#domain/session.ts';
import { browser, listeningWorld, PASSWORD, signedInPerson } from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

/** One person on several devices, each with its own session. */
async function onDevices(count: number) {
  const { email, client, session } = await signedInPerson(world);
  const devices = [{ client, token: session.access_token }];
  while (devices.length < count) {
    const another = browser(world);
    const { data } = await another.signInWithPassword({ email, password: PASSWORD });
    devices.push({ client: another, token: data.session?.access_token ?? '' });
  }
  return devices;
}

async function call(token: string | undefined, method: string, path: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${world.url}/api${path}`, { method, headers });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

async function sessionsSeenBy(token: string | undefined): Promise<Session[]> {
  return (await call(token, 'GET', '/me/sessions')).body.items;
}

describe('my sessions', () => {
  test('are listed with their device, the last used first, and which one this is', async () => {
    const [first, second] = await onDevices(2);
    const sessions = await sessionsSeenBy(second?.token);
    expect(sessions).toMatchObject([{ current: true }, { current: false }]);
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(
      ['created_at', 'current', 'id', 'refreshed_at', 'user_agent'].sort(),
    );
    expect(sessions[0]?.user_agent).toMatch(/node/i);
    const seen = await sessionsSeenBy(first?.token);
    expect(seen.find(({ current }) => current)?.id).toBe(sessions[1]?.id);
  });

  test('can be ended one by one: that device is out at once, the others are not', async () => {
    const [first, second, third] = await onDevices(3);
    const other = (await sessionsSeenBy(second?.token)).find(({ current }) => current);
    const path = `/me/sessions/${other?.id}`;
    expect((await call(first?.token, 'DELETE', path)).status).toBe(204);
    expect(await call(second?.token, 'GET', '/me')).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
    expect((await call(third?.token, 'GET', '/me')).status).toBe(200);
    expect((await call(first?.token, 'DELETE', path)).status).toBe(404);
  });

  test('can end themselves', async () => {
    const [device] = await onDevices(1);
    const [own] = await sessionsSeenBy(device?.token);
    expect((await call(device?.token, 'DELETE', `/me/sessions/${own?.id}`)).status).toBe(204);
    expect((await call(device?.token, 'GET', '/me/sessions')).status).toBe(401);
  });

  test('of somebody else cannot be seen or ended', async () => {
    const [mine] = await onDevices(1);
    const [theirs] = await onDevices(1);
    const [session] = await sessionsSeenBy(theirs?.token);
    for (const id of [session?.id, randomUUID(), 'x']) {
      expect((await call(mine?.token, 'DELETE', `/me/sessions/${id}`)).status).toBe(404);
    }
    expect((await call(theirs?.token, 'GET', '/me')).status).toBe(200);
  });

  test('all but this one end with "Sign Out Other Devices"', async () => {
    const [first, second, third] = await onDevices(3);
    await first?.client.signOut({ scope: 'others' });
    expect(await sessionsSeenBy(first?.token)).toHaveLength(1);
    expect((await call(second?.token, 'GET', '/me')).status).toBe(401);
    expect((await call(third?.token, 'GET', '/me')).status).toBe(401);
  });
});
