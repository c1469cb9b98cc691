import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AskingProgram, ConnectedProgram } from '#domain/program.ts';
import { listeningWorld, mailTo } from '../../testing/accounts.ts';
import { aRequest, ok } from '../../testing/deeds.ts';
import {
  newProgram,
  oauthWorld,
  refresh,
  send,
  type Tokens,
  useToken,
  withoutGrants,
} from '../../testing/oauth.ts';
import type { Person, World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await oauthWorld(listeningWorld);
});
afterAll(() => world.close());

/** A program without a browser, with the code that it shows. */
async function device(scope = 'read write') {
  const client_id = await newProgram(world, { client_name: 'Unblock CLI' });
  const resource = `${world.url}/mcp`;
  const { status, body } = await send(world, '/oauth/device', { client_id, scope, resource });
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const device_code = String(body.device_code);
  return {
    status,
    body,
    client_id,
    code: String(body.user_code),
    poll: () => send(world, '/oauth/token', { grant_type, client_id, device_code }),
  };
}

const look = (person: Person, code: string) =>
  person.call<AskingProgram>('GET', `/api/me/programs/code/${code}`);
const answer = (person: Person, code: string, allow: boolean) =>
  person.call('POST', `/api/me/programs/code/${code}`, { allow });
const programsOf = async (person: Person) =>
  ok(await person.call<{ items: ConnectedProgram[] }>('GET', '/api/me/programs')).items;

test('a program without a browser shows a code, and is let in once its person has typed it', async () => {
  const ana = await world.person('customer');
  const program = await device();
  expect(program.body).toMatchObject({
    user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
    verification_uri: `${world.url}/connect`,
    verification_uri_complete: `${world.url}/connect?code=${program.code}`,
    expires_in: 600,
    interval: 5,
  });
  expect(await program.poll()).toMatchObject({ body: { error: 'authorization_pending' } });
  const typed = program.code.toLowerCase().replace('-', ' ');
  expect(ok(await look(ana, typed))).toEqual({
    name: 'Unblock CLI',
    address: null,
    scopes: ['read', 'write'],
    publisher: null,
  });
  expect((await answer(ana, typed, true)).status).toBe(204);
  expect(await programsOf(ana)).toMatchObject([{ name: 'Unblock CLI', address: null }]);
  const { body } = await program.poll();
  const { access_token, refresh_token } = body as Tokens;
  expect(body).toMatchObject({ scope: 'read write', token_type: 'Bearer' });
  expect(await useToken(world, access_token, 'POST', '/api/tickets', aRequest)).toBe(201);
  const renewed = await refresh(world, program.client_id, refresh_token);
  expect(renewed.status).toBe(200);
  const { body_text } = await mailTo(world, ana.email, 'program_connected');
  expect(body_text).toContain('Whoever showed you the code that was typed');
});

test('a program hears no, and gets nothing, when its person denies it', async () => {
  const ana = await world.person('customer');
  const program = await device();
  expect((await answer(ana, program.code, false)).status).toBe(204);
  expect(await program.poll()).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  expect(await programsOf(ana)).toEqual([]);
});

test('a code is good once: for one person, one answer and one set of tokens', async () => {
  const [ana, ben] = [await world.person('customer'), await world.person('customer')];
  const program = await device();
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => answer(ana, program.code, true)),
    answer(ben, program.code, true),
    answer(ben, program.code, false),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  for (const { status, body } of answers.filter(({ status }) => status !== 204))
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'no_such_code' });
  expect((await look(ana, program.code)).status).toBe(404);
  await program.poll();
  expect((await program.poll()).body).toMatchObject({ error: 'invalid_grant' });
});

test('a code is taken at the second press where the first could not be kept', async () => {
  const ana = await world.person('customer');
  const program = await device();
  const first = await withoutGrants(world, () => answer(ana, program.code, true));
  expect(first.status).toBe(500);
  expect((await answer(ana, program.code, true)).status).toBe(204);
  expect((await program.poll()).status).toBe(200);
  const mails = (await world.mails()).filter(({ recipient }) => recipient === ana.email);
  expect(mails).toHaveLength(1);
});

test('a program that was let in by a code ends at once when it is disconnected', async () => {
  const ana = await world.person('customer');
  const program = await device('read');
  await answer(ana, program.code, true);
  const { access_token, scope } = (await program.poll()).body as Tokens;
  expect(scope).toBe('read');
  expect(await useToken(world, access_token, 'POST', '/api/tickets', aRequest)).toBe(403);
  const [connected] = await programsOf(ana);
  ok(await ana.call('DELETE', `/api/me/programs/${connected?.id}`));
  expect(await useToken(world, access_token)).toBe(401);
});

test('a code that was answered and then disconnected brings no tokens', async () => {
  const ana = await world.person('customer');
  const program = await device();
  await answer(ana, program.code, true);
  const [connected] = await programsOf(ana);
  ok(await ana.call('DELETE', `/api/me/programs/${connected?.id}`));
  expect((await program.poll()).body).toMatchObject({ error: 'invalid_grant' });
});

test('moderators let no program in, and can say no', async () => {
  const moderator = await world.person('moderator');
  const program = await device();
  expect((await answer(moderator, program.code, true)).body).toMatchObject({
    code: 'not_your_part',
  });
  expect((await answer(moderator, program.code, false)).status).toBe(204);
});

test('a code that has expired is known to nobody', async () => {
  const ana = await world.person('customer');
  const program = await device();
  await world.context.db
    .updateTable('oauth_records')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('model', '=', 'DeviceCode')
    .execute();
  expect((await look(ana, program.code)).status).toBe(404);
  expect((await program.poll()).status).toBe(400);
});

test.each(['NONE', '%00', '....', 'BCDFGHJKLM', "' or 1=1"])(
  'nothing is found by %s',
  async (code) => {
    const ana = await world.person('customer');
    const { status } = await look(ana, encodeURIComponent(code));
    expect(status).toBe(404);
  },
);

test('the code that opens something stands nowhere in the database', async () => {
  const program = await device();
  const { rows } = await world.context.pool.query<{ all: string }>(
    'select oauth_records::text as all from oauth_records',
  );
  const kept = rows.map(({ all }) => all).join('\n');
  expect(kept).not.toContain(program.code.replace('-', ''));
  expect(kept).not.toContain(String(program.body.device_code));
});

test.each([
  [{ client_id: 'nobody' }],
  [{ scope: '\u0000' }],
  [{ resource: 'https://example.com/mcp' }],
])('a program is not given a code with %o', async (changes) => {
  const client_id = await newProgram(world);
  const { status } = await send(world, '/oauth/device', { client_id, ...changes });
  expect([400, 401]).toContain(status);
});
