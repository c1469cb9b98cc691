import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeFile, CodeSearch } from '#domain/code.ts';
import { bringAndRead } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { removeGone } from '../testing/files.ts';
import { startS3, type TestS3 } from '../testing/s3.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipEntries } from '../testing/zip-entries.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'unblock-s3-'));
let s3: TestS3;
let world: World;
let customer: Person;
beforeAll(async () => {
  s3 = await startS3(folder);
  world = await openWorld({ filesUrl: s3.filesUrl });
  customer = await world.person('customer');
});
afterAll(async () => {
  await world.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const PROJECT: Record<string, string> = {
  'package.json': '{}\n',
  'src/one.ts': 'export const needle = 1;\n',
  'src/two.ts': 'export {};\n',
  'long.txt': 'A long line of words.\n'.repeat(250_000),
};

/** All objects, whatever they hold. */
function objects(): string[] {
  const found = readdirSync(path.join(folder, 'unblock'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

it('a project in an object store is taken in, opened, searched, compared and downloaded', async () => {
  const { id: ticketId } = await postRequest(customer);
  await bringAndRead(world, customer, ticketId, PROJECT);
  const changed = { ...PROJECT, 'src/two.ts': 'export const needle = 2;\n' };
  const { id, state } = await bringAndRead(world, customer, ticketId, changed);
  expect(state).toBe('ready');
  const at = `/api/snapshots/${id}`;
  const two = ok(await customer.call<CodeFile>('GET', `${at}/file?path=src/two.ts`));
  expect(two.text).toBe(changed['src/two.ts']);
  const found = ok(await customer.call<CodeSearch>('GET', `${at}/search?q=needle`));
  expect(found.items.map((hit) => hit.path).sort()).toEqual(['src/one.ts', 'src/two.ts']);
  expect(found.is_complete).toBe(true);
  const get = (url: string) =>
    world.app.inject({ url, headers: { authorization: `Bearer ${customer.token}` } });
  expect((await get(`${at}/patch`)).payload).toContain('+export const needle = 2;');
  const entries = await zipEntries((await get(`${at}/archive`)).rawPayload);
  expect(Object.fromEntries([...entries].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(
    changed,
  );
  expect(readdirSync(world.context.files.incoming)).toEqual([]);
  ok(await customer.call('DELETE', `/api/tickets/${ticketId}`));
  await removeGone(world);
  expect(objects()).toEqual([]);
}, 60_000);
