import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Upload } from '#domain/file.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { FORM_TYPE, formBody, kept, type TestFile } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('an upload with an Idempotency-Key', () => {
  it('sent again gives the first answer, and is kept once', async () => {
    const [person, key] = [await world.person('customer'), randomUUID()];
    const before = await kept(world);
    const first = await send(`Bearer ${person.token}`, key);
    expect(first.status).toBe(201);
    const after = await kept(world);
    expect(after.rows).toHaveLength(before.rows.length + 1);
    expect(await send(`Bearer ${person.token}`, key)).toEqual(first);
    expect(await kept(world)).toEqual(after);
  });

  it('sent several times at once is kept once', async () => {
    const [person, key] = [await world.person('customer'), randomUUID()];
    const before = await kept(world);
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(`Bearer ${person.token}`, key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(201);
    expect((await kept(world)).rows).toHaveLength(before.rows.length + 1);
  });

  it.each<[string, TestFile]>([
    ['another content', { content: 'Hallo' }],
    ['another name', { name: 'other.txt' }],
  ])('is refused with %s, and nothing of it stays', async (_, file) => {
    const [person, key] = [await world.person('customer'), randomUUID()];
    await send(`Bearer ${person.token}`, key);
    const after = await kept(world);
    const answer = await send(`Bearer ${person.token}`, key, file);
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expectProblem(answer, '/files/upload');
    expect(await kept(world)).toEqual(after);
  });

  it('that was kept without an answer is there when it is sent again', async () => {
    const [person, key] = [await world.person('customer'), randomUUID()];
    const before = await kept(world);
    // As where the connection to the database is lost just after the commit.
    vi.spyOn(world.context.live, 'publish')
      .mockImplementationOnce(() => undefined)
      .mockImplementationOnce(() => {
        throw new Error('nobody heard that it was kept');
      });
    expect((await send(`Bearer ${person.token}`, key)).status).toBe(500);
    const { status, body } = await send(`Bearer ${person.token}`, key);
    expect(status).toBe(201);
    const after = await kept(world);
    expect(after.rows).toHaveLength(before.rows.length + 1);
    expect(after.rows).toContain(body.fileKey);
    expect(after.objects).toContain(body.fileKey);
    expect(after.objects).toHaveLength(before.objects.length + 1);
  });

  it('belongs to one person, and to one call', async () => {
    const key = randomUUID();
    const [one, other] = [await world.person('customer'), await world.person('customer')];
    const answers = [
      await send(`Bearer ${one.token}`, key),
      await send(`Bearer ${other.token}`, key),
      await send(`key ${world.context.config.serviceApiKey}`, key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.fileKey)).size).toBe(3);
    const call = await one.call('POST', '/api/waitlist', {}, { 'idempotency-key': key });
    expect(call.status).toBe(400);
  });

  it('is answered again although no further upload is allowed', async () => {
    const [person, key] = [await world.person('customer'), randomUUID()];
    const first = await send(`Bearer ${person.token}`, key);
    await fillUp(person);
    expect((await send(`Bearer ${person.token}`, randomUUID())).status).toBe(429);
    expect(await send(`Bearer ${person.token}`, key)).toEqual(first);
  });

  it('that cannot be kept is refused before anything is read', async () => {
    const person = await world.person('customer');
    const before = await kept(world);
    const answer = await send(`Bearer ${person.token}`, 'k'.repeat(256));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'Idempotency-Key' }] } });
    expect(await kept(world)).toEqual(before);
  });
});

async function send(authorization: string, key: string, file: TestFile = {}) {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/files/upload',
    headers: { 'content-type': FORM_TYPE, authorization, 'idempotency-key': key },
    payload: formBody(file),
  });
  return {
    status: answer.statusCode,
    body: answer.json<Upload>(),
    headers: {
      'content-type': answer.headers['content-type'],
      'cache-control': answer.headers['cache-control'],
    },
  };
}

/** As many uploads that wait to be attached as one person may have. */
async function fillUp({ id: owner_id }: Person): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, count) => ({
    key: `${owner_id}-${count}`.padEnd(32, '0').slice(-32),
    owner_id,
    name: 'full.txt',
    size: 1,
    type: 'text/plain',
    status: 'stored' as const,
  }));
  await world.context.db.insertInto('files').values(rows).execute();
}
