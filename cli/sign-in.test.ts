import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConnectedProgram } from '../domain/program.ts';
import { listeningWorld } from '../server/testing/accounts.ts';
import { ok } from '../server/testing/deeds.ts';
import { Cookies, consent, goOn, oauthWorld, type Question } from '../server/testing/oauth.ts';
import type { Person, World } from '../server/testing/world.ts';
import { ended, Machine, SHOWN_CODE, said } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await oauthWorld(listeningWorld);
});
afterAll(() => world.close());

const programsOf = async (person: Person) =>
  ok(await person.call<{ items: ConnectedProgram[] }>('GET', '/api/me/programs')).items;

async function signInByCode(machine: Machine, person: Person): Promise<void> {
  const child = await machine.start(['login', '--no-browser']);
  const code = await said(child, SHOWN_CODE);
  expect((await person.call('POST', `/api/me/programs/code/${code}`, { allow: true })).status).toBe(
    204,
  );
  const { code: exit, out } = await ended(child);
  expect({ exit, out }).toEqual({
    exit: 0,
    out: `Signed in to ${world.url} as ${person.email}.\n`,
  });
}

const fileOf = (machine: Machine) =>
  path.join(machine.home, '.config', 'unblock', 'credentials.json');

// Most of their time they wait until a program may ask again.
test.concurrent('a person signs in by a code, works, and signs out', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  expect(await machine.run(['status'])).toMatchObject({ code: 3, err: /unblock login/ });
  await signInByCode(machine, ana);
  expect(await programsOf(ana)).toMatchObject([{ name: 'Unblock CLI', address: null }]);
  expect((await stat(fileOf(machine))).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(fileOf(machine)))).mode & 0o777).toBe(0o700);
  expect(await machine.run(['status'])).toMatchObject({ code: 0, out: 'No request runs.\n' });
  // The server of the last sign-in is remembered.
  expect(await machine.json(['status'], { env: { UNBLOCK_SERVER: '' } })).toEqual({ requests: [] });
  expect(await machine.run(['logout'])).toMatchObject({ code: 0 });
  expect(await programsOf(ana)).toEqual([]);
  expect(await machine.run(['status'])).toMatchObject({ code: 3 });
  expect(await machine.run(['logout'])).toMatchObject({ code: 3 });
});

test.concurrent('a person signs in by the browser that the command opens', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  await machine.folder('bin', { browser: '#!/bin/sh\necho "$1" > "$HOME/opened"\n' });
  const BROWSER = path.join(machine.home, 'bin', 'browser');
  await chmod(BROWSER, 0o755);
  const child = await machine.start(['login'], { env: { BROWSER } });
  const opened = path.join(machine.home, 'opened');
  await said(child, /Opening your browser/);
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toContain('/oauth/authorize?');
  const asked = await fetch((await readFile(opened, 'utf8')).trim(), { redirect: 'manual' });
  const cookies = new Cookies();
  cookies.keep(asked);
  const location = new URL(asked.headers.get('location') ?? '', world.url);
  const id = location.pathname.split('/').at(-1) ?? '';
  const question: Question = { status: 303, location, id, cookies, verifier: '', client_id: '' };
  const { body } = await consent(ana, question, true);
  const back = await goOn(question, String(body.location));
  // Somebody else's answer is not taken for that of the server.
  expect((await fetch(new URL('/callback?code=x&state=y', back))).status).toBe(404);
  expect(await (await fetch(back)).text()).toContain('You are signed in');
  expect(await ended(child)).toMatchObject({ code: 0 });
  expect(await machine.run(['status'])).toMatchObject({ code: 0 });
});

test.concurrent('a person who says no is told so, and nothing is kept', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  const child = await machine.start(['login', '--no-browser']);
  const code = await said(child, SHOWN_CODE);
  await ana.call('POST', `/api/me/programs/code/${code}`, { allow: false });
  expect(await ended(child)).toMatchObject({ code: 3, err: /not allowed/ });
  await expect(stat(fileOf(machine))).rejects.toThrow();
});

test.concurrent('commands at the same time renew an expired sign-in once', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  await signInByCode(machine, ana);
  const file = fileOf(machine);
  const kept = JSON.parse(await readFile(file, 'utf8'));
  kept.servers[world.url].expires_at = 0;
  await writeFile(file, JSON.stringify(kept));
  const ran = await Promise.all([1, 2, 3, 4].map(() => machine.run(['status'])));
  expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const renewed = JSON.parse(await readFile(file, 'utf8')).servers[world.url];
  expect(renewed.refresh_token).not.toBe(kept.servers[world.url].refresh_token);
  expect(await programsOf(ana)).toHaveLength(1);
});

test.concurrent('a program that was disconnected is refused at once, and says what to do', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  await signInByCode(machine, ana);
  const [connected] = await programsOf(ana);
  ok(await ana.call('DELETE', `/api/me/programs/${connected?.id}`));
  expect(await machine.run(['status'])).toMatchObject({
    code: 3,
    out: '',
    err: 'Your sign-in has ended. Sign in with: unblock login\n',
  });
});

test.concurrent('signing in again leaves no connection behind that nobody uses', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  await signInByCode(machine, ana);
  await signInByCode(machine, ana);
  expect(await programsOf(ana)).toHaveLength(1);
});

test.concurrent('an access token of the environment takes the place of a sign-in', async () => {
  const ana = await world.person('customer');
  const machine = new Machine(world.url);
  const { token } = ok(
    await ana.call<{ token: string }>('POST', '/api/me/tokens', { name: 'CI', scopes: ['read'] }),
  );
  expect(await machine.run(['status'], { env: { UNBLOCK_TOKEN: token } })).toMatchObject({
    code: 0,
  });
  const wrong = { env: { UNBLOCK_TOKEN: `${token}x` } };
  expect(await machine.run(['status'], wrong)).toMatchObject({ code: 3, err: /UNBLOCK_TOKEN/ });
});

test.concurrent('a damaged file of sign-ins is as good as none', async () => {
  const machine = new Machine(world.url);
  await machine.folder('.config/unblock', { 'credentials.json': '{"servers": 7' });
  expect(await machine.run(['status'])).toMatchObject({ code: 3 });
});
