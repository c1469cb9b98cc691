import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileKeys, FileRecord } from '#domain/file.ts';
import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { StoreError } from '../../store/store.ts';
import { aRequest, ok } from '../../testing/deeds.ts';
import { download, drawThumbnail, kept, removeGone, upload } from '../../testing/files.ts';
import { type Scene, walkTo } from '../../testing/walk.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';
import { zipOf } from '../../testing/write-zip.ts';
import { lookInto } from './scan-upload.ts';

/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
const ENV = `PORT=3000\nSTRIPE_KEY=${KEY}\n`;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Found {
  code: string;
  items: { where: string; line: number }[];
}

async function attach(scene: Scene, key: string, more: object = {}) {
  const body = { text: 'See the file', attachments: [key], ...more };
  return scene.customer.call<Message & Found>(
    'POST',
    `/api/tickets/${scene.ticketId}/messages`,
    body,
  );
}

/** Every way to the bytes of a file. */
async function ways(person: Person, key: string): Promise<number[]> {
  const paths = ['link', 'text', 'entries', 'changes', 'stack', 'secrets', 'env'];
  const asked = paths.map((path) => person.call('GET', `/api/files/${key}/${path}`));
  const [api, direct] = await Promise.all([
    Promise.all(asked),
    Promise.all(
      ['download', 'thumbnails'].map((kind) =>
        world.app.inject({
          url: `/files/${kind}/${key}`,
          headers: { authorization: `Bearer ${person.token}` },
        }),
      ),
    ),
  ]);
  return [...api.map(({ status }) => status), ...direct.map(({ statusCode }) => statusCode)];
}

function record(person: Person, key: string): Promise<FileRecord> {
  return person.call<FileRecord>('GET', `/api/files/${key}`).then(ok);
}

/** As it is stored, without the jobs that would go on with it. */
async function setState(key: string, values: { state?: string; secrets?: string | null }) {
  await world.context.db.updateTable('files').set(values).where('key', '=', key).execute();
}

describe('a file with a key in it', () => {
  it('is not attached unasked, and says where the key is', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { name: '.env', content: ENV });
    const answer = await attach(scene, fileKey);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'secrets_found', items: [{ where: '.env', line: 2 }] },
    });
    expect((await record(scene.customer, fileKey)).attached_to).toBeNull();
  });

  it('of somebody else is no more than a file that there is not, whatever is in it', async () => {
    const scene = await walkTo(world, 'working');
    const owner = await world.person('customer');
    const { fileKey } = await upload(world, owner, { name: '.env', content: ENV });
    const { status, body } = await attach(scene, fileKey.replace(/[^/]+$/, randomUUID()));
    const { request_id: _, ...unknown } = body as Message & Found & { request_id: string };
    expect(status).toBe(400);
    for (const secrets of [undefined, 'mask', 'share'])
      expect(await attach(scene, fileKey, { secrets })).toMatchObject({ status, body: unknown });
  });

  it('in an archive is named with its path', async () => {
    const scene = await walkTo(world, 'working');
    const content = zipOf({ 'app/index.ts': 'fine', 'app/.env.local': ENV });
    const { fileKey } = await upload(world, scene.customer, { name: 'app.zip', content });
    expect((await attach(scene, fileKey)).body.items).toMatchObject([
      { where: 'app.zip/app/.env.local', line: 2 },
    ]);
  });

  it.each(['request', 'milestone', 'delivery'] as const)(
    'is held up as a part of a %s too',
    async (part) => {
      const scene = await walkTo(world, part === 'delivery' ? 'working' : 'planning');
      const { customer, developer, milestoneId } = scene;
      const owner = part === 'request' ? customer : developer;
      const { fileKey } = await upload(world, owner, { name: '.env', content: ENV });
      const file_attachments = [fileKey];
      const [method, path, body] = {
        request: ['POST', '/api/tickets', { ...aRequest, files: [fileKey] }] as const,
        milestone: ['PATCH', `/api/milestones/${milestoneId}`, { file_attachments }] as const,
        delivery: [
          ...(['POST', `/api/milestones/${milestoneId}/submit`] as const),
          { message: 'Done', file_attachments },
        ] as const,
      }[part];
      expect(await owner.call(method, path, body)).toMatchObject({
        status: 422,
        body: { code: 'secrets_found', items: [{ where: '.env' }] },
      });
      ok(await owner.call(method, path, { ...body, secrets: 'share' }));
      expect(await record(owner, fileKey)).toMatchObject({ state: 'ready', attached_to: part });
    },
  );

  it('opens when it is shared knowingly, and the history says so once', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { name: '.env', content: ENV });
    const client_id = randomUUID();
    const both = await Promise.all(
      [1, 2].map(() => attach(scene, fileKey, { secrets: 'share', client_id })),
    );
    expect(new Set(both.map((answer) => ok(answer).id)).size).toBe(1);
    expect((await download(world, scene.developer, fileKey)).bytes.toString()).toBe(ENV);
    const history = ok(await scene.customer.call('GET', `/api/tickets/${scene.ticketId}/history`));
    expect(JSON.stringify(history).split('"secrets_shared"')).toHaveLength(2);
  });

  it('goes as a copy with placeholders where that is asked for', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { name: '.env', content: ENV });
    const client_id = randomUUID();
    const both = await Promise.all(
      [1, 2].map(() => attach(scene, fileKey, { secrets: 'mask', client_id })),
    );
    const [one, other] = both.map((answer) => ok(answer).attachments);
    expect(one).toEqual(other);
    const [copy = ''] = Object.keys(one ?? {});
    expect(copy).not.toBe(fileKey);
    expect(one).toEqual({ [copy]: '.env' });
    const { bytes } = await download(world, scene.developer, copy);
    expect(bytes.toString()).toContain('PORT=3000\nSTRIPE_KEY=');
    expect(bytes.toString()).not.toContain(KEY);
    expect(await record(scene.developer, copy)).toMatchObject({ state: 'ready', is_masked: true });
    expect(await ways(scene.developer, fileKey)).toEqual(Array(9).fill(404));
  });

  it('or in its name is asked about, and goes under another', async () => {
    const scene = await walkTo(world, 'working');
    const name = `${KEY}.txt`;
    const { fileKey } = await upload(world, scene.customer, { name, content: 'fine' });
    expect(await attach(scene, fileKey)).toMatchObject({
      status: 422,
      body: { code: 'secrets_found', items: [{ where: name, line: 0 }] },
    });
    const { attachments } = ok(await attach(scene, fileKey, { secrets: 'mask' }));
    expect(Object.values(attachments)).toEqual(['{{SECRET:stripe:1}}.txt']);
    const [copy = ''] = Object.keys(attachments);
    expect((await download(world, scene.developer, copy)).bytes.toString()).toBe('fine');
    const { rotate } = ok(await scene.customer.call<FileKeys>('GET', `/api/files/${copy}/keys`));
    expect(rotate).toMatchObject([{ places: [{ path: null, line: 0 }] }]);
    const files = await scene.developer.call('GET', `/api/tickets/${scene.ticketId}/files`);
    expect(JSON.stringify(ok(files))).not.toContain(KEY);

    const other = await upload(world, scene.customer, { name, content: 'fine' });
    const shared = ok(await attach(scene, other.fileKey, { secrets: 'share' }));
    expect(shared.attachments).toEqual({ [other.fileKey]: name });
    const history = ok(await scene.customer.call('GET', `/api/tickets/${scene.ticketId}/history`));
    expect(JSON.stringify(history).split('"secrets_shared"')).toHaveLength(2);
  });

  it('holds up no other file of the same person', async () => {
    const scene = await walkTo(world, 'working');
    await upload(world, scene.customer, { name: '.env', content: ENV });
    const { fileKey } = await upload(world, scene.customer, { name: 'a.txt', content: 'fine' });
    expect(ok(await attach(scene, fileKey)).attachments).toEqual({ [fileKey]: 'a.txt' });
  });

  it('in its name is asked about also where the file itself waits to be looked through', async () => {
    const scene = await walkTo(world, 'working');
    const file = { name: `${KEY}.txt`, content: 'fine' };
    const { fileKey } = await upload(world, scene.customer, file);
    const { lend } = world.context.files;
    world.context.files.lend = () => Promise.reject(new StoreError('unavailable', null));
    const answer = await attach(scene, fileKey);
    world.context.files.lend = lend;
    expect(answer).toMatchObject({ status: 422, body: { code: 'secrets_found' } });
  });

  it('in an archive is masked there, and the rest of the archive stays', async () => {
    const scene = await walkTo(world, 'working');
    const content = zipOf({ 'app/index.ts': 'fine();', 'app/.env': ENV });
    const { fileKey } = await upload(world, scene.customer, { name: 'app.zip', content });
    const [copy = ''] = Object.keys(
      ok(await attach(scene, fileKey, { secrets: 'mask' })).attachments,
    );
    const text = async (entry: string) =>
      ok(
        await scene.developer.call<{ text: string }>(
          'GET',
          `/api/files/${copy}/text?entry=${encodeURIComponent(entry)}`,
        ),
      ).text;
    expect(await text('app/index.ts')).toBe('fine();');
    expect(await text('app/.env')).toMatch(/STRIPE_KEY=\{\{SECRET:/);
    const keys = ok(await scene.customer.call<FileKeys>('GET', `/api/files/${copy}/keys`));
    expect(keys.rotate).toMatchObject([{ places: [{ path: 'app/.env', line: 2 }] }]);
  });

  it('that cannot be written anew is not masked, and stays with its owner', async () => {
    const scene = await walkTo(world, 'working');
    const content = Buffer.concat([Buffer.from([0, 1, 2, 255]), Buffer.from(` KEY=${KEY} \0`)]);
    const { fileKey } = await upload(world, scene.customer, { name: 'app.bin', content });
    const masked = await attach(scene, fileKey, { secrets: 'mask' });
    expect(masked).toMatchObject({ status: 422, body: { code: 'not_maskable' } });
    expect((await record(scene.customer, fileKey)).attached_to).toBeNull();
  });

  it('tells its owner alone what to replace, and the other side which to make up', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { name: '.env', content: ENV });
    const [copy = ''] = Object.keys(
      ok(await attach(scene, fileKey, { secrets: 'mask' })).attachments,
    );
    const keys = ok(await scene.customer.call<FileKeys>('GET', `/api/files/${copy}/keys`));
    expect(keys.rotate).toMatchObject([{ places: [{ path: null, line: 2 }] }]);
    const { placeholder = '' } = keys.rotate[0] ?? {};
    expect((await download(world, scene.developer, copy)).bytes.toString()).toBe(
      `PORT=3000\nSTRIPE_KEY=${placeholder}\n`,
    );
    expect((await scene.developer.call('GET', `/api/files/${copy}/keys`)).status).toBe(404);
    const env = ok(await scene.developer.call<{ text: string }>('GET', `/api/files/${copy}/env`));
    expect(env.text).toMatch(/^STRIPE_KEY=/m);
    expect(env.text).not.toContain(KEY);
    const stranger = await world.person('customer');
    expect((await stranger.call('GET', `/api/files/${copy}/env`)).status).toBe(404);
    expect((await scene.customer.call('GET', `/api/files/${fileKey}/env`)).status).toBe(404);
  });
});

describe('a file that was not looked through', () => {
  const held = { checking: 'file_checking', blocked: 'file_held_back' };

  it.each(['checking', 'blocked'] as const)('(%s) opens to its owner alone', async (state) => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { content: 'Hello' });
    ok(await attach(scene, fileKey));
    await drawThumbnail(world, fileKey);
    await setState(fileKey, { state });
    for (const status of await ways(scene.developer, fileKey)) expect([403, 404]).toContain(status);
    expect(await record(scene.developer, fileKey)).toMatchObject({
      state,
      thumbnail_url: null,
      actions: { open: { allowed: false, reason: expect.any(String) } },
    });
    const answer = await scene.developer.call('GET', `/api/files/${fileKey}/link`);
    expect(answer).toMatchObject({ status: 403, body: { code: held[state] } });
    expect((await download(world, scene.customer, fileKey)).status).toBe(200);
  });

  it('and was linked to before stays closed', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { content: 'Hello' });
    ok(await attach(scene, fileKey));
    const path = `/api/files/${fileKey}/link`;
    const { url } = ok(await scene.developer.call<{ url: string }>('GET', path));
    await setState(fileKey, { state: 'blocked' });
    expect((await world.app.inject({ url })).statusCode).toBe(403);
  });

  it('is seen by candidates of a request neither', async () => {
    const { customer, ticketId, fileKey } = await walkTo(world, 'open');
    const candidate = await world.person('developer', { categories: ['web'] });
    expect((await download(world, candidate, fileKey)).status).toBe(200);
    await setState(fileKey, { state: 'checking', secrets: null });
    expect((await candidate.call('GET', `/api/files/${fileKey}/link`)).status).toBe(403);
    expect(ok(await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`)).files).toHaveProperty(
      fileKey,
    );
  });

  it('is looked through by its job, which goes on after trouble and opens nothing before', async () => {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { name: '.env', content: ENV });
    // The store does not answer while it is attached.
    const { lend, read } = world.context.files;
    const trouble = () => Promise.reject(new StoreError('unavailable', null));
    Object.assign(world.context.files, { lend: trouble, read: trouble });
    const { id } = ok(await attach(scene, fileKey));
    expect(await record(scene.developer, fileKey)).toMatchObject({ state: 'checking' });
    await expect(lookInto(world.context, fileKey)).rejects.toThrow(StoreError);
    expect((await scene.developer.call('GET', `/api/files/${fileKey}/link`)).status).toBe(403);
    Object.assign(world.context.files, { lend, read });
    await Promise.all([lookInto(world.context, fileKey), lookInto(world.context, fileKey)]);
    expect(await record(scene.customer, fileKey)).toMatchObject({
      state: 'blocked',
      actions: { 'decide-secrets': { allowed: true } },
    });
    expect((await scene.developer.call('GET', `/api/files/${fileKey}/link`)).status).toBe(403);
    expect(id).toBeDefined();
  });

  it('is left to its job once there is no time left to look through more', async () => {
    const scene = await walkTo(world, 'working');
    const files = [await upload(world, scene.customer), await upload(world, scene.customer)];
    const lent: string[] = [];
    const { lend } = world.context.files;
    const { now } = Date;
    world.context.files.lend = (name, work) => {
      lent.push(name);
      Date.now = () => now() + 11_000;
      return lend(name, work);
    };
    const body = { text: 'See both', attachments: files.map(({ fileKey }) => fileKey) };
    const path = `/api/tickets/${scene.ticketId}/messages`;
    const answer = await scene.customer.call('POST', path, body);
    world.context.files.lend = lend;
    Date.now = now;
    ok(answer);
    expect(lent).toHaveLength(1);
    const states = await Promise.all(
      files.map(async ({ fileKey }) => (await record(scene.customer, fileKey)).state),
    );
    expect(states.toSorted()).toEqual(['checking', 'ready']);
  });

  it('has a job from the moment it is stored', async () => {
    const customer = await world.person('customer');
    const { fileKey } = await upload(world, customer, {});
    const rows = await lookJobs(fileKey);
    expect(rows).toEqual([{ is_due: true }]);
  });

  it('waits with an archive, which may become a version of a project and be looked through as one', async () => {
    const customer = await world.person('customer');
    const zip = { name: 'a.zip', content: zipOf({ 'a.ts': 'export {};\n' }) };
    const { fileKey } = await upload(world, customer, zip);
    expect(await lookJobs(fileKey)).toEqual([{ is_due: false }]);
  });

  it('takes what was said when it was attached', async () => {
    for (const secrets of ['share', 'mask'] as const) {
      const scene = await walkTo(world, 'working');
      const { fileKey } = await upload(world, scene.customer, { name: '.env', content: ENV });
      const { lend } = world.context.files;
      world.context.files.lend = () => Promise.reject(new StoreError('unavailable', null));
      ok(await attach(scene, fileKey, { secrets }));
      world.context.files.lend = lend;
      await lookInto(world.context, fileKey);
      const page = ok(
        await scene.developer.call<{ items: Message[] }>(
          'GET',
          `/api/tickets/${scene.ticketId}/messages`,
        ),
      );
      const [shown = ''] = Object.keys(page.items.at(-1)?.attachments ?? {});
      const { bytes } = await download(world, scene.developer, shown);
      expect(bytes.toString().includes(KEY)).toBe(secrets === 'share');
      const path = `/api/tickets/${scene.ticketId}/history`;
      const history = JSON.stringify(ok(await scene.customer.call('GET', path)));
      expect(history.includes('"secrets_shared"')).toBe(secrets === 'share');
    }
  });
});

describe('a file that was held back', () => {
  async function heldBack() {
    const scene = await walkTo(world, 'working');
    const { fileKey } = await upload(world, scene.customer, { name: '.env', content: ENV });
    ok(await attach(scene, fileKey, { secrets: 'share' }));
    await world.context.db
      .updateTable('files')
      .set({ state: 'blocked', choice: null })
      .where('key', '=', fileKey)
      .execute();
    const decide = (person: Person, secrets: unknown) =>
      person.call('POST', `/api/files/${fileKey}/keys`, { secrets });
    return { scene, fileKey, decide };
  }

  it('is shared by its owner alone, and once', async () => {
    const { scene, fileKey, decide } = await heldBack();
    expect((await decide(scene.developer, 'share')).status).toBe(404);
    expect((await decide(await world.person('customer'), 'share')).status).toBe(404);
    expect((await decide(await world.person('moderator'), 'share')).status).toBe(404);
    expect((await decide(scene.customer, 'all')).status).toBe(400);
    const both = await Promise.all([1, 2].map(() => decide(scene.customer, 'share')));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await download(world, scene.developer, fileKey)).status).toBe(200);
  });

  it('is masked in its place, and its bytes go', async () => {
    const { scene, fileKey, decide } = await heldBack();
    const both = await Promise.all([1, 2].map(() => decide(scene.customer, 'mask')));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
    expect((await scene.developer.call('GET', `/api/files/${fileKey}/link`)).status).toBe(404);
    expect((await scene.customer.call('GET', `/api/files/${fileKey}`)).status).toBe(404);
    await removeGone(world);
    expect((await kept(world)).objects).not.toContain(fileKey);
    const page = ok(
      await scene.developer.call<{ items: FileRecord[] }>(
        'GET',
        `/api/tickets/${scene.ticketId}/files`,
      ),
    );
    const copy = page.items.find(({ name }) => name === '.env');
    expect(copy).toMatchObject({ is_masked: true, state: 'ready', attached_to: 'message' });
  });
});

describe('what could not be read', () => {
  it('is said to both sides', async () => {
    const scene = await walkTo(world, 'working');
    const broken = Buffer.from('PK\u0003\u0004 and no more of an archive');
    const content = zipOf({ 'app/index.ts': 'fine', 'app/old.zip': broken });
    const { fileKey } = await upload(world, scene.customer, { name: 'app.zip', content });
    ok(await attach(scene, fileKey));
    await lookInto(world.context, fileKey);
    for (const person of [scene.customer, scene.developer]) {
      const { unread, state } = await record(person, fileKey);
      expect(state).toBe('ready');
      expect(unread).toMatchObject([{ path: 'app/old.zip' }]);
    }
  });
});

/** The jobs that look through a file, and whether they may begin. */
async function lookJobs(fileKey: string): Promise<{ is_due: boolean }[]> {
  const { rows } = await world.context.pool.query<{ is_due: boolean }>(
    `select run_at <= now() as is_due from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'look-through' and payload->>'key' = $1`,
    [fileKey],
  );
  return rows;
}
