import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import type { Milestone } from '#domain/milestone.ts';
import type { FileStore } from '../store/store.ts';
import { agreeOnPlan, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { follow, removeGone, upload } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { archiveOf } from './delivery-archive.ts';
import { attachmentRows } from './file-rows.ts';

let world: World;
let customer: Person;
let developer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

/** A milestone that was handed in with these files. */
async function delivered(names: readonly string[], title = 'Fix the login') {
  const { id: ticketId } = await postRequest(customer);
  await grab(developer, ticketId);
  const [planned] = await agreeOnPlan({ customer, developer }, ticketId, [{ title }]);
  const milestoneId = planned?.id ?? '';
  ok(await developer.call('POST', `/api/milestones/${milestoneId}/start`));
  const keys: string[] = [];
  for (const name of names)
    keys.push((await upload(world, developer, { name, content: `of ${name}` })).fileKey);
  const delivery = { message: 'Done', file_attachments: keys };
  const submitted = ok(
    await developer.call<Milestone>('POST', `/api/milestones/${milestoneId}/submit`, delivery),
  );
  return { ticketId, milestoneId, keys, deliveryId: submitted.deliveries[0]?.id ?? '' };
}

const ask = (person: Person, deliveryId: string) =>
  person.call<{ url: string }>('GET', `/api/deliveries/${deliveryId}/archive`);

async function entriesOf(bytes: Buffer): Promise<Map<string, string>> {
  const archive = await yauzl.fromBufferPromise(bytes);
  const entries = new Map<string, string>();
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk);
    entries.set(entry.fileName, Buffer.concat(chunks).toString());
  }
  return entries;
}

describe('all files of a round', () => {
  it('come as one zip to whoever may open them: the customer once it is paid', async () => {
    const { milestoneId, deliveryId } = await delivered(['app.zip', 'notes.md'], 'Fix the login');
    const locked = await ask(customer, deliveryId);
    expect({ status: locked.status, code: locked.body }).toMatchObject({
      status: 403,
      code: { code: 'file_locked_until_paid' },
    });
    const own = await follow(world, ok(await ask(developer, deliveryId)).url);
    expect([...(await entriesOf(own.bytes)).keys()]).toEqual(['app.zip', 'notes.md']);
    await pay(world, customer, milestoneId);
    const paid = await follow(world, ok(await ask(customer, deliveryId)).url);
    expect(paid.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('Fix the login - delivery 1.zip'),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.fromEntries(await entriesOf(paid.bytes))).toEqual({
      'app.zip': 'of app.zip',
      'notes.md': 'of notes.md',
    });
  });

  it('has each name once, and none that leads out of a folder', async () => {
    const hostile = [
      '../../etc/passwd',
      'a/b.txt',
      'B.TXT',
      'b.txt',
      'C:\\x\\con.txt',
      '..',
      'a:b|c?.txt',
      'AUX',
      'ends with a dot.',
    ];
    const { deliveryId } = await delivered(hostile, '../../<b>Title</b>\\x');
    const { bytes, headers } = await follow(world, ok(await ask(developer, deliveryId)).url);
    const names = [...(await entriesOf(bytes)).keys()];
    expect(names).toHaveLength(hostile.length);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(hostile.length);
    for (const name of names) expect(name).toMatch(/^(?!\.+$)[^/\\:*?"<>|]+$/);
    for (const name of names) expect(name).not.toMatch(/^(?:con|aux)(?:\.|$)|[. ]$/i);
    expect(names).toEqual(expect.arrayContaining(['passwd', 'b.txt', 'B (2).TXT', 'b (3).txt']));
    expect(headers['content-disposition']).not.toMatch(/\.\.\/|\\x/);
  });

  it('comes whole with five hundred files', async () => {
    const { ticketId, deliveryId } = await delivered(['one.txt']);
    const folder = path.join(world.context.config.dataDir, 'files', 'originals');
    const files = Array.from({ length: 499 }, (_, count) => ({
      key: randomBytes(24).toString('base64url'),
      content: `content ${count}`,
    }));
    await Promise.all(files.map(({ key, content }) => writeFile(path.join(folder, key), content)));
    const rows = files.map(({ key, content }) => ({
      key,
      owner_id: developer.id,
      name: 'same.txt',
      size: content.length,
      type: 'text/plain',
      status: 'attached' as const,
      state: 'ready' as const,
      secrets: '[]',
    }));
    await world.context.db.insertInto('files').values(rows).execute();
    await world.context.db
      .insertInto('attachments')
      .values(
        files.map(({ key }) => ({ file_key: key, ticket_id: ticketId, delivery_id: deliveryId })),
      )
      .execute();
    const { bytes } = await follow(world, ok(await ask(developer, deliveryId)).url);
    const entries = await entriesOf(bytes);
    expect(entries.size).toBe(500);
    expect([...entries.values()].slice(1)).toEqual(files.map(({ content }) => content));
    expect(entries.get('same (499).txt')).toBe('content 498');
  });

  it('open to nobody else, and by no address but the one that was given out', async () => {
    const { deliveryId, milestoneId, keys } = await delivered(['app.zip']);
    const others = [
      await world.person('developer', { categories: ['web'] }),
      await world.person('customer'),
    ];
    for (const other of others) expect((await ask(other, deliveryId)).status).toBe(404);
    for (const id of [randomUUID(), milestoneId])
      expect((await ask(developer, id)).status).toBe(404);
    expect((await ask(developer, 'x')).status).toBe(404);
    const { url } = ok(await ask(developer, deliveryId));
    expect((await follow(world, url)).status).toBe(200);
    const other = await delivered(['other.zip']);
    const forged = [
      url.replace(deliveryId, other.deliveryId),
      url.replace(`archives/${deliveryId}`, `download/${keys[0]}`),
      url.replace(developer.id, customer.id),
      url.replace(/expires=\d+/, 'expires=99999999999'),
    ];
    for (const address of forged) expect((await follow(world, address)).status).toBe(403);
    const [plain = ''] = url.split('?');
    expect((await follow(world, plain)).status).toBe(401);
    const answered = async (authorization: string) =>
      (await follow(world, plain, { authorization })).status;
    expect(await answered(`Bearer ${developer.token}`)).toBe(200);
    expect(await answered(`Bearer ${others[0]?.token}`)).toBe(404);
    // Programs of the operator read single files.
    expect(await answered(`key ${world.context.config.serviceApiKey}`)).toBe(404);
  });

  it('leaves nothing open where its reader goes while a file is opened', async () => {
    const { keys } = await delivered(['app.zip']);
    const folder = path.join(world.context.config.dataDir, 'files', 'originals');
    await writeFile(path.join(folder, keys[0] ?? ''), Buffer.alloc(5_000_000));
    const files = await attachmentRows(world.context.db).where('f.key', 'in', keys).execute();
    const opened = Promise.withResolvers<void>();
    let bytes: Readable | undefined;
    const read: FileStore['read'] = async (name) => {
      await opened.promise;
      bytes = await world.context.files.read(name);
      return bytes;
    };
    const output = archiveOf({ ...world.context.files, read }, files);
    output.destroy();
    await once(output, 'close');
    opened.resolve();
    await expect.poll(() => bytes?.destroyed).toBe(true);
  });

  it('without any file is not there, and breaks off where bytes are missing', async () => {
    const bare = await delivered([]);
    expect((await ask(developer, bare.deliveryId)).status).toBe(404);
    const { keys, deliveryId } = await delivered(['app.zip', 'b.zip']);
    await world.context.files.remove(`originals/${keys[1]}`);
    const { url } = ok(await ask(developer, deliveryId));
    await expect(follow(world, url)).rejects.toThrow();
    await removeGone(world);
  });
});
