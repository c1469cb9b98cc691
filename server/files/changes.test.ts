import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Changes } from '#domain/file-changes.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { agreeOnPlan, aRequest, grab, ok, pay } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { workOfThreads } from '../testing/own-time.ts';
import { quickest } from '../testing/patience.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';

let world: World;
let customer: Person;
let developer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

describe('what changed from the project of a request to its delivery', () => {
  it('is told by contents, without the folder round it, dependencies and build output', async () => {
    const [before, after] = await archives(
      {
        'shop-main/src/cart.ts': 'let a = 1;\n',
        'shop-main/src/old.ts': 'gone',
        'shop-main/src/same.ts': 'same',
        'shop-main/node_modules/x/index.js': 'theirs',
      },
      {
        'src/cart.ts': 'let a = 2;\n',
        'src/same.ts': 'same',
        'src/new.ts': 'new',
        'node_modules/x/index.js': 'changed',
        'dist/app.js': 'built',
      },
    );
    expect(await changes(customer, after, before)).toEqual({
      items: [
        {
          path: 'src/cart.ts',
          kind: 'changed',
          before: { entry: 'shop-main/src/cart.ts', size: 11 },
          after: { entry: 'src/cart.ts', size: 11 },
        },
        {
          path: 'src/new.ts',
          kind: 'added',
          before: null,
          after: { entry: 'src/new.ts', size: 3 },
        },
        {
          path: 'src/old.ts',
          kind: 'removed',
          after: null,
          before: { entry: 'shop-main/src/old.ts', size: 4 },
        },
      ],
      left_out: 2,
      is_complete: true,
    });
  });

  it('cannot be hidden behind checksums that an archive claims', async () => {
    const honest = zipOf({ 'a.ts': 'pay(customer)' });
    const forged = zipOf({ 'a.ts': 'pay(attacker)' });
    for (const at of [14, forged.lastIndexOf('PK\x01\x02') + 16]) {
      honest.copy(forged, at, 14, 18);
    }
    const [before, after] = await stored(honest, forged);
    const { items } = await changes(customer, after, before);
    expect(items.map(({ path }) => path)).toEqual(['a.ts']);
  });

  it('may be nothing, or everything', async () => {
    const [before, after] = await archives({ 'a/x.txt': '1' }, { 'b/x.txt': '1' });
    expect(await changes(customer, after, before)).toMatchObject({ items: [], is_complete: true });
    const [none, all] = await archives({}, { 'x.txt': '1', 'y.txt': '2' });
    expect((await changes(customer, all, none)).items.map(({ kind }) => kind)).toEqual([
      'added',
      'added',
    ]);
  });

  it('ends after a thousand files, and says so', async () => {
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`f/${i}.txt`, '']));
    const [before, after] = await archives({}, many);
    const { items, is_complete } = await changes(customer, after, before);
    expect([items.length, is_complete]).toEqual([1000, false]);
  });

  it('does not unpack a bomb to its end, and says that not everything was compared', async () => {
    const bomb = Buffer.alloc(200_000_000, 'a');
    const [before, after] = await archives({ 'x.txt': bomb, y: '1' }, { 'x.txt': bomb, y: '2' });
    const compare = async () => {
      const { items, is_complete } = await changes(customer, after, before);
      expect([items.map(({ path }) => path), is_complete]).toEqual([['y'], false]);
    };
    expect(await quickest(2000, () => workOfThreads(compare))).toBeLessThan(2000);
  });

  it('is not told of what is no archive', async () => {
    const [text, zip] = await stored(Buffer.from('hello'), zipOf({ a: '1' }));
    const broken = await stored(zipOf({ a: randomBytes(50) }).subarray(0, -9), zipOf({ a: '2' }));
    for (const [since, key] of [[text, zip], [zip, text], broken]) {
      expect(await customer.call('GET', `/api/files/${key}/changes?since=${since}`)).toMatchObject({
        status: 415,
        body: { code: 'not_an_archive' },
      });
    }
  });
});

describe('a delivery', () => {
  it('is compared with the own archive of the request, once it is paid', async () => {
    const { before, after, milestoneId } = await delivered();
    await delivered();
    const path = `/api/files/${after}/changes`;
    expect(await customer.call('GET', path)).toMatchObject({
      status: 403,
      body: { code: 'file_locked_until_paid' },
    });
    await pay(world, customer, milestoneId);
    for (const asked of [path, `${path}?since=${before}`]) {
      const { items } = ok(await customer.call<Changes>('GET', asked));
      expect(items.map(({ path }) => path)).toEqual(['cart.ts']);
    }
  });

  it('is not compared with a file of another request', async () => {
    const [one, other] = [await delivered(), await delivered()];
    const path = `/api/files/${one.after}/changes?since=${other.before}`;
    expect((await developer.call('GET', path)).status).toBe(404);
    const stranger = await world.person('customer');
    const { fileKey } = await upload(world, stranger, { content: zipOf({ a: '1' }) });
    const foreign = `/api/files/${one.after}/changes?since=${fileKey}`;
    expect((await developer.call('GET', foreign)).status).toBe(404);
  });
});

async function delivered() {
  const { fileKey: before } = await upload(world, customer, { content: zipOf({ 'cart.ts': '1' }) });
  const { fileKey: notes } = await upload(world, customer);
  const request = { ...aRequest, files: [before, notes] };
  const { id } = ok(await customer.call<Ticket>('POST', '/api/tickets', request));
  await grab(developer, id);
  const [milestone] = await agreeOnPlan({ customer, developer }, id);
  const milestoneId = milestone?.id ?? '';
  const path = `/api/milestones/${milestoneId}`;
  ok(await developer.call('POST', `${path}/start`));
  const { fileKey: after } = await upload(world, developer, { content: zipOf({ 'cart.ts': '2' }) });
  ok(
    await developer.call<Milestone>('POST', `${path}/submit`, {
      message: 'Done',
      file_attachments: [after],
    }),
  );
  return { before, after, milestoneId };
}

async function changes(person: Person, key: string, since: string): Promise<Changes> {
  return ok(await person.call<Changes>('GET', `/api/files/${key}/changes?since=${since}`));
}

type Contents = Record<string, string | Buffer>;

function archives(before: Contents, after: Contents): Promise<[string, string]> {
  return stored(zipOf(before), zipOf(after));
}

/** Two files of one request. */
async function stored(...contents: [Buffer, Buffer]): Promise<[string, string]> {
  const [{ fileKey: one }, { fileKey: other }] = [
    await upload(world, customer, { name: 'one.zip', content: contents[0] }),
    await upload(world, customer, { name: 'two.zip', content: contents[1] }),
  ];
  ok(await customer.call('POST', '/api/tickets', { ...aRequest, files: [one, other] }));
  return [one, other];
}
