import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attempt } from '#domain/attempt.ts';
import type { Snapshot } from '#domain/code.ts';
import type { RequestDraft } from '#domain/request-draft.ts';
import type { Ticket } from '#domain/ticket.ts';
import { pathsOf, read } from '../testing/code.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

// Put together here, so that no source of ours holds anything like a key.
const KEY = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

const session = (words: string) =>
  [
    { sessionId: 'a', message: { role: 'user', content: words } },
    { sessionId: 'a', message: { role: 'assistant', content: 'I changed src/login.ts.' } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

async function project(person: Person, files = { 'src/login.ts': 'export const days = 1;\n' }) {
  return (await upload(world, person, { name: 'shop.zip', content: zipOf(files) })).fileKey;
}

async function attempt(person: Person, words = 'Make the login last') {
  return (await upload(world, person, { name: 'session.jsonl', content: session(words) })).fileKey;
}

const post = (person: Person, more: object) =>
  person.call<Ticket>('POST', '/api/tickets', { ...aRequest, ...more });
const versionsOf = async (person: Person, id: string) =>
  ok(await person.call<{ items: Snapshot[] }>('GET', `/api/tickets/${id}/snapshots`)).items;
const attemptsOf = async (person: Person, id: string) =>
  ok(await person.call<{ items: Attempt[] }>('GET', `/api/tickets/${id}/attempts`)).items;
const requestsOf = async (person: Person) =>
  ok(await person.call<{ items: Ticket[] }>('GET', '/api/tickets?view=active')).items;

test('a new request brings its project and what the AI tool tried', async () => {
  const ana = await world.person('customer');
  const along = { project: await project(ana), attempts: [await attempt(ana)] };
  const { id } = ok(await post(ana, along));
  const [version] = await versionsOf(ana, id);
  expect(version).toMatchObject({ kind: 'project', number: 1, name: 'shop.zip', state: 'reading' });
  await read(world, ana, version?.id ?? '');
  expect(await pathsOf(ana, version?.id ?? '')).toEqual(['src/login.ts']);
  expect(await attemptsOf(ana, id)).toMatchObject([
    { kind: 'claude_code', steps: [{ prompt: 'Make the login last' }] },
  ]);
});

test('all of it comes, or the request is not posted', async () => {
  const [ana, ben] = [await world.person('customer'), await world.person('customer')];
  const foreign = await project(ben);
  for (const along of [
    { project: foreign },
    { attempts: [await attempt(ben)] },
    { project: 'a'.repeat(32) },
    { project: await project(ana), attempts: ['b'.repeat(32)] },
    { attempts: Array.from({ length: 11 }, () => 'c'.repeat(32)) },
    { project: 7 },
  ]) {
    expect((await post(ana, along)).status).toBe(400);
  }
  expect(await requestsOf(ana)).toEqual([]);
  expect((await post(ben, { project: foreign })).status).toBe(201);
});

test('keys in what was tried are asked about before anything is posted, and masked', async () => {
  const ana = await world.person('customer');
  const along = { attempts: [await attempt(ana, `The token ${KEY} is refused`)] };
  expect(await post(ana, along)).toMatchObject({ status: 422, body: { code: 'secrets_found' } });
  expect(await requestsOf(ana)).toEqual([]);
  const { id } = ok(await post(ana, { ...along, secrets: 'mask' }));
  const [tried] = await attemptsOf(ana, id);
  expect(JSON.stringify(tried)).toContain('{{SECRET:github:1}}');
  expect(JSON.stringify(tried)).not.toContain(KEY);
});

test('the choice about keys holds for the project as well', async () => {
  const ana = await world.person('customer');
  const files = { 'src/login.ts': `const token = '${KEY}';\n` };
  const { id } = ok(await post(ana, { project: await project(ana, files), secrets: 'mask' }));
  const [version] = await versionsOf(ana, id);
  expect(await read(world, ana, version?.id ?? '')).toMatchObject({
    state: 'ready',
    is_masked: true,
  });
});

test('a draft says what its program has brought', async () => {
  const ana = await world.person('customer');
  const along = { project: await project(ana), attempts: [await attempt(ana)] };
  const draft = ok(await ana.call<RequestDraft>('POST', '/api/drafts', { ...aRequest, ...along }));
  const read = ok(await ana.call<RequestDraft>('GET', `/api/drafts/${draft.id}`));
  expect(read).toMatchObject({
    files: [],
    project: { fileKey: along.project, name: 'shop.zip' },
    attempts: [{ fileKey: along.attempts[0], name: 'session.jsonl' }],
  });
  const { body } = await ana.call('GET', '/api/me/export');
  expect(body.request_drafts).toHaveLength(1);
});

test('developers post nothing, whatever they bring', async () => {
  const dan = await world.person('developer');
  expect((await post(dan, { attempts: [await attempt(dan)] })).status).toBe(403);
});
