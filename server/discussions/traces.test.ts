import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlacesInText } from '#domain/code.ts';
import type { Message } from '#domain/message.ts';
import { bringAndRead } from '../testing/code.ts';
import { ok } from '../testing/deeds.ts';
import { quickest, timeOf } from '../testing/patience.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

const PROJECT = {
  'web/src/App.tsx': 'a\n',
  'web/src/pages/index.tsx': 'a\n',
  'a/index.js': 'a\n',
  'b/index.js': 'a\n',
};
const TRACE = 'It says:\n\n    at App (webpack://shop/./src/App.tsx?4ab3:12:5)';

let world: World;
let scene: Scene;
let version: string;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'planning');
  ({ id: version } = await bringAndRead(world, scene.customer, scene.ticketId, PROJECT));
});
afterAll(() => world.close());

async function posted(text: string, { customer, ticketId } = scene): Promise<string> {
  const path = `/api/tickets/${ticketId}/messages`;
  return ok(await customer.call<Message>('POST', path, { text })).id;
}
const tracesFor = (person: Person, id: string) =>
  person.call<PlacesInText>('GET', `/api/messages/${id}/traces`);
const tracesIn = async (text: string) =>
  ok(await tracesFor(scene.developer, await posted(text))).items.map(({ path, line }) => [
    path,
    line,
  ]);

describe('a stack trace in a message', () => {
  it('leads both sides into the project', async () => {
    const id = await posted(TRACE);
    for (const person of [scene.customer, scene.developer])
      expect(ok(await tracesFor(person, id))).toEqual({
        snapshot_id: version,
        items: [
          {
            text: 'at App (webpack://shop/./src/App.tsx?4ab3:12:5)',
            path: 'web/src/App.tsx',
            line: 12,
          },
        ],
      });
  });

  it.each([
    ['of any case', 'C:\\SRC\\PAGES\\INDEX.TSX:3:1', [['web/src/pages/index.tsx', 3]]],
    ['that could be of two files', 'at /app/index.js:3:1', []],
    ['of no file of the project', 'at /app/src/other.ts:3:1', []],
  ])('%s', async (_, text, places) => {
    expect(await tracesIn(text)).toEqual(places);
  });

  it('leads nowhere any more once its message is deleted', async () => {
    const id = await posted(TRACE);
    ok(await scene.customer.call('DELETE', `/api/messages/${id}`));
    expect(ok(await tracesFor(scene.developer, id)).items).toEqual([]);
  });

  it('leads nowhere without a project, and nobody else is told', async () => {
    const other = await walkTo(world, 'planning');
    const id = await posted(TRACE, other);
    expect(ok(await tracesFor(other.developer, id))).toEqual({ snapshot_id: null, items: [] });
    for (const person of [scene.customer, scene.developer])
      expect((await tracesFor(person, id)).status).toBe(404);
  });

  it('does not lead into files that a developer may not open yet', async () => {
    const reserved = await walkTo(world, 'reserved');
    await bringAndRead(world, reserved.customer, reserved.ticketId, PROJECT);
    const id = await posted(TRACE, reserved);
    expect(ok(await tracesFor(reserved.customer, id)).items).toHaveLength(1);
    expect(ok(await tracesFor(reserved.developer, id)).items).toEqual([]);
  });

  it('is looked for in a moment, however long the message', async () => {
    const text = 'at (a/b.ts:1:1) '.repeat(600);
    const look = async () => expect(await tracesIn(text)).toEqual([]);
    expect(await quickest(3000, () => timeOf(look))).toBeLessThan(3000);
  });
});
