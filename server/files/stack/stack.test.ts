import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Stack } from '#domain/stack.ts';
import { ok } from '../../testing/deeds.ts';
import { upload } from '../../testing/files.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';
import { zipOf } from '../../testing/write-zip.ts';

const NEXT = JSON.stringify({ dependencies: { next: '15.0.0', react: '19.0.0' } });

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

async function stackOf(name: string, content: string | Buffer): Promise<Stack | null> {
  const { fileKey } = await upload(world, customer, { name, content });
  return ok(await customer.call<Stack | null>('GET', `/api/files/${fileKey}/stack`));
}

it('the stack is read from a manifest', async () => {
  expect(await stackOf('package.json', NEXT)).toEqual({
    stack: 'Next.js, React',
    categories: ['web'],
    ai_tool: null,
  });
});

it('the stack is read from a project in an archive, but not from what it depends on', async () => {
  const archive = zipOf({
    'shop/node_modules/express/package.json': '{"dependencies":{"express":"5"}}',
    'shop/web/package.json': NEXT,
    'shop/api/requirements.txt': 'fastapi==0.1\n',
  });
  expect(await stackOf('shop.zip', archive)).toEqual({
    stack: 'Next.js, React, FastAPI, Python',
    categories: ['backend', 'web'],
    ai_tool: null,
  });
});

it.each<[string, Record<string, string>, object]>([
  [
    'a package',
    {
      'shop/package.json':
        '{"dependencies":{"react":"19"},"devDependencies":{"lovable-tagger":"1"}}',
    },
    { stack: 'React', ai_tool: 'LOVABLE' },
  ],
  [
    'rules',
    { 'shop/.cursor/rules/a.mdc': 'x' },
    { stack: null, categories: [], ai_tool: 'CURSOR' },
  ],
  ['a readme', { 'shop/README.md': 'See https://v0.dev/chat/abc' }, { ai_tool: 'VO' }],
])('the AI tool is known by %s in an archive', async (_, files, said) => {
  expect(await stackOf('shop.zip', zipOf(files))).toMatchObject(said);
});

it('it is none that other people’s code was made with', async () => {
  expect(await stackOf('a.zip', zipOf({ 'shop/node_modules/a/CLAUDE.md': 'x' }))).toBeNull();
});

it('a file that names no project answers with nothing', async () => {
  expect(await stackOf('notes.txt', NEXT)).toBeNull();
  expect(await stackOf('photos.zip', zipOf({ 'a.txt': 'hello' }))).toBeNull();
  expect(await stackOf('package.json', '{ not json')).toBeNull();
});

it('a broken archive or one with a bomb in it does no harm', async () => {
  const whole = zipOf({ 'package.json': NEXT });
  expect(await stackOf('half.zip', whole.subarray(0, whole.length / 2))).toBeNull();
  const bomb = `{"dependencies":{"next":"1"},"x":"${' '.repeat(5_000_000)}"}`;
  expect(await stackOf('bomb.zip', zipOf({ 'package.json': bomb }))).toBeNull();
});
