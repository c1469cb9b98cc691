import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CodeChanges, CodeFile, CodeSearch, CodeTree } from '#domain/code.ts';
import { bring, read } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { holdOf } from '../testing/own-time.ts';
import { LONG } from '../testing/soak.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

/** As many files as a project may have, 50 MB in all; fewer where nobody measures. */
const FILES = LONG || process.env.SHOW_TIMES ? 20_000 : 5000;
const CHANGED = FILES / 10;
/** The promise is 50 ms, on a quiet machine. */
const MAX_HELD_MS = 200;

function largeProject(ending = ''): Record<string, string> {
  const line = (at: number) => `export const value${at} = compute(${at}, 'some words of code');\n`;
  const files: Record<string, string> = {};
  for (let at = 1; at < FILES; at++)
    files[`packages/p${at % 200}/src/file${at}.ts`] =
      line(at).repeat(42) + (at <= CHANGED ? ending : '');
  files['packages/p7/src/file7.ts'] = 'const needle = 1;\n';
  files['package.json'] = '{}\n';
  return files;
}

/** Keeps nothing: to put it all together would hold up this thread longer than the server does. */
async function lengthOf(body: Readable): Promise<number> {
  let length = 0;
  for await (const piece of body) length += piece.length;
  return length;
}

it('a large project is taken in, opened, searched, compared and downloaded, and holds up nobody', async () => {
  const { id: ticketId } = await postRequest(customer);
  const [first, second] = [zipOf(largeProject()), zipOf(largeProject('// More\n'))];
  const shown: Record<string, string> = {};
  const held: Record<string, number> = {};
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    let result: Result | undefined;
    held[name] = await holdOf(async () => {
      result = await work();
    });
    const took = Math.round(performance.now() - start);
    shown[name] = `${took} ms, held ${Math.round(held[name])}`;
    return result as Result;
  };
  const get =
    <Body>(path: string) =>
    async () =>
      ok(await customer.call<Body>('GET', path));
  const download =
    <Result>(url: string, take: (body: Readable) => Promise<Result>) =>
    async () => {
      const headers = { authorization: `Bearer ${customer.token}` };
      return take((await world.app.inject({ url, headers, payloadAsStream: true })).stream());
    };

  const brought = await bring(world, customer, ticketId, first);
  const version = await timed('intake', () => read(world, customer, brought.id));
  expect(version).toMatchObject({ state: 'ready', files: FILES });
  const path = `/api/snapshots/${version.id}`;
  const tree = await timed('folder', get<CodeTree>(`${path}/tree?path=packages`));
  expect(tree.items.length).toBe(200);
  const file = await timed('file', get<CodeFile>(`${path}/file?path=packages/p7/src/file7.ts`));
  expect(file.text).toBe('const needle = 1;\n');
  for (const name of ['first search', 'search']) {
    const found = await timed(name, get<CodeSearch>(`${path}/search?q=needle`));
    expect(found.items).toMatchObject([{ path: 'packages/p7/src/file7.ts' }]);
    expect(found.is_complete).toBe(true);
  }
  const often = await timed(
    'search for what is everywhere',
    get<CodeSearch>(`${path}/search?q=const`),
  );
  expect(often).toMatchObject({ is_complete: false });

  const again = await bring(world, customer, ticketId, second);
  const { id } = await timed('second intake', () => read(world, customer, again.id));
  const since = `/api/snapshots/${id}`;
  const changes = await timed('changes', get<CodeChanges>(`${since}/changes`));
  expect(changes).toMatchObject({ files: CHANGED - 1, added: CHANGED - 1 });
  const patch = await timed('patch', download(`${since}/patch`, buffer));
  expect(patch.toString().split('\n+// More').length).toBe(CHANGED);
  expect(await timed('archive', download(`${since}/archive`, lengthOf))).toBeGreaterThan(
    FILES * 100,
  );
  if (process.env.SHOW_TIMES) process.stdout.write(`${JSON.stringify(shown, null, 1)}\n`);
  expect(Object.entries(held).filter(([, longest]) => longest > MAX_HELD_MS)).toEqual([]);
}, 240_000);
