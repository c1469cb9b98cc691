import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeFile, Snapshot } from '#domain/code.ts';
import { bringAndRead, read } from '../testing/code.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { removeGone } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipEntries } from '../testing/zip-entries.ts';

let world: World;
let customer: Person;
let developer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const PROJECT = {
  'shop/.env': `STRIPE_SECRET_KEY=${KEY}\nPORT=3000\n`,
  'shop/src/pay.ts': `const key = '${KEY}';\n`,
  'shop/src/app.ts': 'export {};\n',
};

const fileOf = async (person: Person, id: string, name: string) =>
  ok(await person.call<CodeFile>('GET', `/api/snapshots/${id}/file?path=${name}`)).text;
const decide = (person: Person, id: string, secrets: 'mask' | 'share') =>
  person.call<Snapshot>('POST', `/api/snapshots/${id}/secrets`, { secrets });

async function archiveOf(person: Person, id: string): Promise<Record<string, string>> {
  const { rawPayload } = await world.app.inject({
    url: `/api/snapshots/${id}/archive`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const entries = await zipEntries(rawPayload);
  return Object.fromEntries([...entries].map(([path, bytes]) => [path, bytes.toString()]));
}

describe('a project with keys in it', () => {
  it('is held back until its author has said what becomes of them, and nothing of it is kept', async () => {
    const { id: ticketId } = await postRequest(customer);
    const held = await bringAndRead(world, customer, ticketId, PROJECT);
    expect(held).toMatchObject({ state: 'blocked', opens: 'nothing', files: 0 });
    expect(held.secrets.map((one) => [one.path, one.line])).toEqual([
      ['.env', 1],
      ['src/pay.ts', 1],
    ]);
    expect(JSON.stringify(held)).not.toContain(KEY);
    expect(await readdir(path.join(world.context.config.dataDir, 'files', 'packs'))).toEqual([]);
    expect((await developer.call('GET', `/api/snapshots/${held.id}`)).status).toBe(404);
    expect((await decide(developer, held.id, 'share')).status).toBe(404);
    ok(await decide(customer, held.id, 'mask'));
    expect((await decide(customer, held.id, 'share')).body).toMatchObject({
      code: 'nothing_to_decide',
    });
    const ready = await read(world, customer, held.id);
    expect(ready).toMatchObject({ state: 'ready', is_masked: true, files: 3, secrets: [] });
    expect(ready.rotate).toMatchObject([{ placeholder: '{{SECRET:stripe:1}}' }]);
    expect(await fileOf(customer, ready.id, 'src/pay.ts')).toBe(
      "const key = '{{SECRET:stripe:1}}';\n",
    );
    await removeGone(world);
    const uploads = await readdir(path.join(world.context.config.dataDir, 'files', 'originals'));
    expect(uploads).toEqual([]);
  });

  it('comes with its keys to its author, and with dummies to the developer', async () => {
    const { id: ticketId } = await postRequest(customer);
    const { id } = await bringAndRead(world, customer, ticketId, PROJECT, { secrets: 'mask' });
    await grab(developer, ticketId);
    const own = await archiveOf(customer, id);
    expect(own).toEqual({
      '.env': PROJECT['shop/.env'],
      'src/pay.ts': PROJECT['shop/src/pay.ts'],
      'src/app.ts': PROJECT['shop/src/app.ts'],
    });
    const theirs = await archiveOf(developer, id);
    expect(JSON.stringify(theirs)).not.toContain(KEY);
    expect(theirs['.env']).toBe('STRIPE_SECRET_KEY={{SECRET:stripe:1}}\nPORT=3000\n');
    expect(theirs['.env.dummy']).toMatch(/^STRIPE_SECRET_KEY=sk_test_0+\n$/);
    expect(await fileOf(customer, id, 'src/pay.ts')).not.toContain(KEY);
  });

  it('keeps one placeholder for one key in all versions', async () => {
    const { id: ticketId } = await postRequest(customer);
    await bringAndRead(world, customer, ticketId, PROJECT, { secrets: 'mask' });
    const other = `sk_live_${'9fD48IrMzkXEbskuU2aeq8ed'}`;
    const second = { ...PROJECT, 'shop/src/app.ts': `use('${other}', '${KEY}');\n` };
    const { id } = await bringAndRead(world, customer, ticketId, second, { secrets: 'mask' });
    expect(await fileOf(customer, id, 'src/app.ts')).toBe(
      "use('{{SECRET:stripe:2}}', '{{SECRET:stripe:1}}');\n",
    );
    expect((await archiveOf(customer, id))['src/app.ts']).toBe(second['shop/src/app.ts']);
  });

  it('comes with all of them to its author, also where an older one was decided about last', async () => {
    const { id: ticketId } = await postRequest(customer);
    const first = await bringAndRead(world, customer, ticketId, PROJECT);
    const other = `sk_live_${'9fD48IrMzkXEbskuU2aeq8ed'}`;
    const newer = { ...PROJECT, 'shop/.env': '', 'shop/src/pay.ts': `use('${other}');\n` };
    await bringAndRead(world, customer, ticketId, newer, { secrets: 'mask' });
    ok(await decide(customer, first.id, 'mask'));
    await read(world, customer, first.id);
    expect((await archiveOf(customer, first.id))['src/pay.ts']).toBe(PROJECT['shop/src/pay.ts']);
    const again = { ...PROJECT, 'shop/src/pay.ts': `use('${KEY}', '${other}');\n` };
    const { id } = await bringAndRead(world, customer, ticketId, again, { secrets: 'mask' });
    expect(await fileOf(customer, id, 'src/pay.ts')).toBe(
      "use('{{SECRET:stripe:2}}', '{{SECRET:stripe:1}}');\n",
    );
  });

  it('names none of them in what was left out either', async () => {
    const { id: ticketId } = await postRequest(customer);
    const content = { [`${KEY}/a.ts`]: 'one\n', [`${KEY}/x/${KEY}/node_modules/b.js`]: 'two\n' };
    const masked = { secrets: 'mask' } as const;
    const { left_out } = await bringAndRead(world, customer, ticketId, content, masked);
    expect(left_out).toEqual([
      { path: 'x/{{SECRET:stripe:1}}/node_modules/', reason: 'dependencies', files: 1 },
    ]);
  });

  it('is shared as it is where its author says so, which the history tells', async () => {
    const { id: ticketId } = await postRequest(customer);
    const shared = await bringAndRead(world, customer, ticketId, PROJECT, { secrets: 'share' });
    expect(shared).toMatchObject({ state: 'ready', is_masked: false });
    expect(await fileOf(customer, shared.id, 'src/pay.ts')).toContain(KEY);
    const { items } = ok(
      await customer.call<{ items: { event: string }[] }>(
        'GET',
        `/api/tickets/${ticketId}/history`,
      ),
    );
    expect(items.map(({ event }) => event)).toContain('secrets_shared');
    // What was shared knowingly is not asked about again.
    expect((await bringAndRead(world, customer, ticketId, PROJECT)).state).toBe('ready');
  });
});
