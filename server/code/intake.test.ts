import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeTree } from '#domain/code.ts';
import { ZipWriter } from '../files/shield/zip.ts';
import { bring, bringAndRead, pathsOf, read } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { removeGone } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { snapshotFiles } from './snapshot-files.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

const APP = {
  'shop/package.json': '{ "name": "shop" }\n',
  'shop/src/app.ts': 'export const one = 1;\n',
  'shop/src/lib/money.ts': 'export const cents = 100;\n',
  'shop/node_modules/left-pad/index.js': 'module.exports = 1;\n',
  'shop/node_modules/left-pad/package.json': '{}\n',
  'shop/.git/HEAD': 'ref: refs/heads/main\n',
  'shop/dist/app.js': 'var one=1;\n',
};

async function packsIn({ context }: World): Promise<string[]> {
  return readdir(path.join(context.config.dataDir, 'files', 'packs'));
}

describe('a project that is brought as a zip', () => {
  it('says of each file what it is, as archives of Macs and Linux do', async () => {
    const { id: ticketId } = await postRequest(customer);
    const modes = { 'src/app.ts': 0o100644, 'run.sh': 0o100755, 'src/link.ts': 0o120777 };
    const archive = new ZipWriter();
    for (const [path, mode] of Object.entries(modes)) {
      const kept = { mtime: new Date(), mode, compress: true };
      await archive.add({ path, isFolder: false, kept }, Buffer.from(`${path}\n`));
    }
    const ready = await bringAndRead(world, customer, ticketId, await archive.end());
    expect(ready).toMatchObject({ state: 'ready', files: 2 });
    expect(ready.left_out).toEqual([{ path: 'src/link.ts', reason: 'link', files: 1 }]);
    const { files } = await snapshotFiles(world.context, ready.id);
    expect(files.map(({ executable }) => executable).toSorted()).toEqual([false, true]);
  });

  it('is read by a job, without its dependencies, build output and the folder round everything', async () => {
    const { id: ticketId } = await postRequest(customer);
    const brought = await bring(world, customer, ticketId, APP);
    expect(brought).toMatchObject({
      number: 1,
      state: 'reading',
      opens: 'nothing',
      is_head: false,
    });
    const ready = await read(world, customer, brought.id);
    expect(ready).toMatchObject({ state: 'ready', files: 3, opens: 'contents', is_head: true });
    expect(ready.left_out).toEqual([
      { path: '.git/', reason: 'version_control', files: 1 },
      { path: 'dist/', reason: 'build_output', files: 1 },
      { path: 'node_modules/', reason: 'dependencies', files: 2 },
    ]);
    expect(await pathsOf(customer, ready.id)).toEqual([
      'package.json',
      'src/app.ts',
      'src/lib/money.ts',
    ]);
    const top = ok(await customer.call<CodeTree>('GET', `/api/snapshots/${ready.id}/tree`));
    expect(top.items.map(({ name, files }) => [name, files])).toEqual([
      ['src', 2],
      ['package.json', 1],
    ]);
    const files = await snapshotFiles(world.context, ready.id);
    expect((await files.read('src/app.ts')).toString()).toBe('export const one = 1;\n');
  });

  it('holds no folder that Git would take for a repository, and run its settings', async () => {
    const { id: ticketId } = await postRequest(customer);
    const ready = await bringAndRead(world, customer, ticketId, {
      'src/app.ts': 'one\n',
      HEAD: 'ref: refs/heads/main\n',
      config: '[core]\n\tfsmonitor = touch harmed\n',
      'objects/pack/a': 'a',
      'refs/heads/main': 'a',
    });
    expect(await pathsOf(customer, ready.id)).toEqual(['refs/heads/main', 'src/app.ts']);
    expect(ready.left_out).toEqual(
      ['HEAD', 'config', 'objects/pack/a'].map((path) => ({
        path,
        reason: 'version_control',
        files: 1,
      })),
    );
  });

  it('costs no more than what changed, when it is brought again', async () => {
    const { id: ticketId } = await postRequest(customer);
    const first = await bringAndRead(world, customer, ticketId, APP);
    const before = await packsIn(world);
    const same = await bringAndRead(world, customer, ticketId, APP);
    expect(await packsIn(world)).toEqual(before);
    const changed = { ...APP, 'shop/src/app.ts': 'export const one = 2;\n' };
    const second = await bringAndRead(world, customer, ticketId, changed);
    expect((await packsIn(world)).length).toBe(before.length + 1);
    expect([same.parent_id, second.parent_id]).toEqual([first.id, same.id]);
    const files = await snapshotFiles(world.context, second.id);
    expect((await files.read('src/app.ts')).toString()).toBe('export const one = 2;\n');
    expect((await files.read('package.json')).toString()).toBe('{ "name": "shop" }\n');
    const blobs = await world.context.db
      .selectFrom('code_blobs')
      .select('hash')
      .where('ticket_id', '=', ticketId)
      .execute();
    expect(blobs.length).toBe(4);
  });

  it('is gone with its upload once nothing needs them', async () => {
    const { id: ticketId } = await postRequest(customer);
    const before = await packsIn(world);
    await bringAndRead(world, customer, ticketId, APP);
    expect((await packsIn(world)).length).toBe(before.length + 1);
    ok(await customer.call('DELETE', `/api/tickets/${ticketId}`));
    await removeGone(world);
    expect(await packsIn(world)).toEqual(before);
    const uploads = await readdir(path.join(world.context.config.dataDir, 'files', 'originals'));
    expect(uploads).toEqual([]);
  });
});
