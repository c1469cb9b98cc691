import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attempt, MAX_ATTEMPTS } from '#domain/attempt.ts';
import type { Export } from '#domain/export.ts';
import { removeFiles } from '../../files/remove-files.ts';
import { sample } from '../../files/shield/rule.ts';
import { grab, ok, postRequest } from '../../testing/deeds.ts';
import { kept, upload } from '../../testing/files.ts';
import { holdOf } from '../../testing/own-time.ts';
import { walkTo } from '../../testing/walk.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';

const KEY = `sk_live_${sample('word', 24)}`;
/** As JSON may write it, so that nothing looks like a key before it is read. */
const HIDDEN_KEY = KEY.replace('sk_', 'sk\\u005f');
const MB = 1024 * 1024;
const session = (prompt: string) =>
  `{"type":"user","sessionId":"s","message":{"role":"user","content":"${prompt}"}}\n`;

let world: World;
let customer: Person;
let developer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

const posted = async () => (await postRequest(customer)).id;
const add = (ticketId: string, body: object, person = customer) =>
  person.call<Attempt>('POST', `/api/tickets/${ticketId}/attempts`, body);
const list = (ticketId: string, person = customer) =>
  person.call<{ items: Attempt[] }>('GET', `/api/tickets/${ticketId}/attempts`);

async function addFile(ticketId: string, content: string | Buffer, more: object = {}) {
  const { fileKey } = await upload(world, customer, { name: 'session.jsonl', content });
  return { fileKey, answer: await add(ticketId, { file_key: fileKey, ...more }) };
}

test('a customer shares a session, whose file is not kept, and whoever grabs the request reads it', async () => {
  const ticketId = await posted();
  const { fileKey, answer } = await addFile(ticketId, session('Fix the login'));
  expect(answer).toMatchObject({
    status: 201,
    body: {
      ticket_id: ticketId,
      kind: 'claude_code',
      name: 'session.jsonl',
      steps: [{ prompt: 'Fix the login' }],
    },
  });
  await removeFiles(world.context);
  expect((await customer.call('GET', `/api/files/${fileKey}`)).status).toBe(404);
  expect((await list(ticketId, developer)).status).toBe(404);
  await grab(developer, ticketId);
  expect(ok(await list(ticketId, developer)).items).toEqual([answer.body]);
});

test('what was shared can be taken away by its customer alone', async () => {
  const ticketId = await posted();
  const { id } = ok(await add(ticketId, { text: 'It went in circles.' }));
  await grab(developer, ticketId);
  const remove = (person: Person) => person.call('DELETE', `/api/attempts/${id}`);
  expect(await remove(developer)).toMatchObject({ status: 403 });
  expect(await remove(await world.person('customer'))).toMatchObject({ status: 404 });
  expect(await remove(customer)).toMatchObject({ status: 204 });
  expect(ok(await list(ticketId)).items).toEqual([]);
  expect(await remove(customer)).toMatchObject({ status: 404 });
});

describe('keys in it', () => {
  test.each([
    ['in a text', (secrets: object) => ({ text: `It said ${KEY}.`, ...secrets })],
    ['that only show once it is read', null],
  ])('%s are masked, or shared knowingly', async (_, body) => {
    const ticketId = await posted();
    const send = async (secrets: object) =>
      body
        ? add(ticketId, body(secrets))
        : (await addFile(ticketId, session(`Use ${HIDDEN_KEY}`), secrets)).answer;
    expect(await send({})).toMatchObject({ status: 422, body: { code: 'secrets_found' } });
    const masked = ok(await send({ secrets: 'mask' }));
    expect(JSON.stringify(masked)).toContain('{{SECRET:stripe:1}}');
    expect(JSON.stringify(masked)).not.toContain(KEY);
    expect(JSON.stringify(ok(await send({ secrets: 'share' })))).toContain(KEY);
    const history = await customer.call<{ items: { event: string }[] }>(
      'GET',
      `/api/tickets/${ticketId}/history`,
    );
    expect(ok(history).items.filter(({ event }) => event === 'secrets_shared')).toHaveLength(1);
  });

  test('in a file are found as in all files', async () => {
    const ticketId = await posted();
    const content = session(`Use ${KEY}`);
    expect((await addFile(ticketId, content)).answer).toMatchObject({
      status: 422,
      body: { code: 'secrets_found', items: [{ where: 'session.jsonl', line: 1 }] },
    });
    const masked = ok((await addFile(ticketId, content, { secrets: 'mask' })).answer);
    expect(masked.steps).toMatchObject([{ prompt: 'Use {{SECRET:stripe:1}}' }]);
  });

  test('that were masked are not kept behind the placeholders either, and a call sent again is the same', async () => {
    const ticketId = await posted();
    await removeFiles(world.context);
    const { objects: before } = await kept(world);
    const { fileKey } = await upload(world, customer, {
      name: 'session.jsonl',
      content: session(`Use ${KEY}`),
    });
    const send = () =>
      customer.call<Attempt>(
        'POST',
        `/api/tickets/${ticketId}/attempts`,
        { file_key: fileKey, secrets: 'mask' },
        { 'idempotency-key': fileKey },
      );
    const first = ok(await send());
    await removeFiles(world.context);
    const { objects } = await kept(world);
    expect(objects).not.toContain(fileKey);
    expect(objects).toHaveLength(before.length);
    expect(ok(await send())).toEqual(first);
  });
});

test('only so many are taken, and only uploads of one’s own', async () => {
  const ticketId = await posted();
  const others = await upload(world, developer, { name: 'a.txt' });
  expect(await add(ticketId, { file_key: others.fileKey })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
  for (let count = 0; count < MAX_ATTEMPTS; count++) ok(await add(ticketId, { text: 'Again' }));
  expect((await add(ticketId, { text: 'Again' })).status).toBe(400);
});

test('a picture is no session', async () => {
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7) % 256));
  expect((await addFile(await posted(), bytes)).answer).toMatchObject({
    status: 415,
    body: { code: 'not_text' },
  });
});

test.each([
  ['half letters', Buffer.alloc(20 * MB, 0xc3)],
  ['letters that go on and on', Buffer.alloc(20 * MB, '\u00c3\u2028')],
  ['letters of which every other is broken', Buffer.alloc(20 * MB, Buffer.from([0x61, 0xff]))],
  ['half a pair of UTF-16', Buffer.alloc(20 * MB, Buffer.from([0xff, 0xfe, 0x00, 0xd8]))],
])(
  '20 MB of %s are read in a moment, and hold up nobody',
  async (_, content) => {
    const ticketId = await posted();
    const { fileKey } = await upload(world, customer, { name: 'a.jsonl', content });
    const began = performance.now();
    let status = 0;
    const held = await holdOf(async () => {
      ({ status } = await add(ticketId, { file_key: fileKey }));
    });
    expect([201, 415]).toContain(status);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(held).toBeLessThan(200);
    const { items } = ok(await list(ticketId));
    expect(JSON.stringify(items).length).toBeLessThan(250_000);
  },
  60_000,
);

test('sent again with its key, it is there once', async () => {
  const ticketId = await posted();
  const { fileKey } = await upload(world, customer, { name: 'a.txt', content: 'It loops.' });
  const send = () =>
    customer.call<Attempt>(
      'POST',
      `/api/tickets/${ticketId}/attempts`,
      { file_key: fileKey },
      {
        'idempotency-key': 'once',
      },
    );
  const first = ok(await send());
  expect(ok(await send())).toEqual(first);
  expect(ok(await list(ticketId)).items).toHaveLength(1);
});

test('it is in the export of its customer, and goes with the request', async () => {
  const scene = await walkTo(world, 'open');
  const attempt = ok(await add(scene.ticketId, { text: 'It went in circles.' }, scene.customer));
  const mine = ok(await scene.customer.call<Export>('GET', '/api/me/export'));
  expect(mine.attempts).toEqual([attempt]);
  ok(await scene.customer.call('DELETE', `/api/tickets/${scene.ticketId}`));
  const { rows } = await sql`select from attempts where id = ${attempt.id}`.execute(
    world.context.db,
  );
  expect(rows).toEqual([]);
});
