import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeFile, CodeSearch, CodeTree } from '#domain/code.ts';
import { bring, read } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

/** As many files as a project may have, 50 MB in all. */
function largeProject(): Buffer {
  const line = (at: number) => `export const value${at} = compute(${at}, 'some words of code');\n`;
  const files: Record<string, string> = {};
  for (let at = 1; at < 20_000; at++)
    files[`packages/p${at % 200}/src/file${at}.ts`] = line(at).repeat(42);
  files['packages/p7/src/file7.ts'] = 'const needle = 1;\n';
  files['package.json'] = '{}\n';
  return zipOf(files);
}

it('a project of 20,000 files is taken in, opened and searched', async () => {
  const { id: ticketId } = await postRequest(customer);
  const { id } = await bring(world, customer, ticketId, largeProject());
  const times: Record<string, number> = {};
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await work();
    times[name] = Math.round(performance.now() - start);
    return result;
  };
  const version = await timed('intake', () => read(world, customer, id));
  expect(version).toMatchObject({ state: 'ready', files: 20_000 });
  const path = `/api/snapshots/${id}`;
  const tree = await timed('tree', async () =>
    ok(await customer.call<CodeTree>('GET', `${path}/tree?path=packages`)),
  );
  expect(tree.items.length).toBe(200);
  const file = await timed('file', async () =>
    ok(await customer.call<CodeFile>('GET', `${path}/file?path=packages/p7/src/file7.ts`)),
  );
  expect(file.text).toBe('const needle = 1;\n');
  const search = () => customer.call<CodeSearch>('GET', `${path}/search?q=needle`);
  await search();
  const found = await timed('search', async () => ok(await search()));
  expect(found).toMatchObject({ items: [{ path: 'packages/p7/src/file7.ts' }], is_complete: true });
  if (process.env.SHOW_TIMES) process.stdout.write(`${JSON.stringify(times)}\n`);
}, 240_000);
