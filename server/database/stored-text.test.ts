import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { storedJson, storedText } from './stored-text.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it.each([
  ['a\0b', 'ab'],
  ['a\\u0000b', 'a\\u0000b'],
  ['\\\0\\\\u0000', '\\\\\\u0000'],
  ['half \ud83d of one', 'half \ufffd of one'],
  ['\udc00\ud800', '\ufffd\ufffd'],
  ['whole 😀 \u001f "\n', 'whole 😀 \u001f "\n'],
])('the database takes %j', async (text, stored) => {
  expect(storedText(text)).toBe(stored);
  const json = storedJson({ [text]: [text] });
  const { rows } = await sql`select ${json}::jsonb as told`.execute(world.context.db);
  expect(rows).toEqual([{ told: { [stored]: [stored] } }]);
});
