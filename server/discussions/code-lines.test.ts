import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeLines } from '#domain/code.ts';
import type { EvidenceFile, EvidenceFinding } from '#domain/evidence.ts';
import type { Export } from '#domain/export.ts';
import type { Message, MessagePage } from '#domain/message.ts';
import { ok } from '../testing/deeds.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let scene: Scene;
let code: CodeLines[];
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'planning');
  code = [{ snapshot_id: await version(scene), path: 'src/app.ts', from_line: 3, to_line: 5 }];
});
afterAll(() => world.close());

/** A version that was read, as the intake leaves it. */
async function version({ ticketId, customer }: Scene): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into snapshots (ticket_id, number, kind, author_id, source, name, state, root)
    values (${ticketId}, 1, 'project', ${customer.id}, 'archive', 'app.zip', 'ready', ${Buffer.alloc(32)})
    returning id`.execute(world.context.db);
  return rows[0]?.id ?? '';
}

const path = () => `/api/tickets/${scene.ticketId}/messages`;
const ask = (person: Person, lines: unknown, text = 'Why is this here?') =>
  person.call<Message>('POST', path(), { text, code: lines });
const newest = async (person: Person) =>
  ok(await person.call<MessagePage>('GET', `${path()}?limit=1`)).items[0];

const INVALID = { status: 400, body: { code: 'invalid_input' } };

describe('a message about lines of the project', () => {
  it('names them to both sides', async () => {
    const sent = ok(await ask(scene.developer, code));
    expect(sent.code).toEqual(code);
    expect(await newest(scene.customer)).toMatchObject({ id: sent.id, code });
    expect(ok(await ask(scene.customer, undefined)).code).toEqual([]);
  });

  it('keeps them when its words are edited, and loses them with its words', async () => {
    const { id } = ok(await ask(scene.developer, code));
    const address = `/api/messages/${id}`;
    expect(
      ok(await scene.developer.call<Message>('PATCH', address, { text: 'Why?' })).code,
    ).toEqual(code);
    ok(await scene.developer.call('DELETE', address));
    expect(await newest(scene.customer)).toMatchObject({ is_deleted: true, code: [] });
    const { rows } = await sql`select code from messages where id = ${id}`.execute(
      world.context.db,
    );
    expect(rows).toEqual([{ code: null }]);
  });

  it('names versions of its own request alone', async () => {
    const other = await walkTo(world, 'planning');
    const foreign = [{ ...code[0], snapshot_id: await version(other) }];
    expect(await ask(scene.developer, foreign)).toMatchObject(INVALID);
  });

  it.each([
    ['lines that end before they begin', [{ from_line: 5, to_line: 3 }]],
    ['a line before the first', [{ from_line: 0, to_line: 3 }]],
    ['more places than one message holds', Array.from({ length: 11 }, () => ({}))],
  ])('does not name %s', async (_, changes) => {
    const wrong = changes.map((change) => ({ ...code[0], ...change }));
    expect(await ask(scene.developer, wrong)).toMatchObject(INVALID);
  });

  it('is in the evidence with them, and in its author’s export', async () => {
    const { id } = ok(await ask(scene.customer, code, 'Is this the place?'));
    const address = `/api/tickets/${scene.ticketId}/evidence`;
    const file = ok(await scene.customer.call<EvidenceFile>('GET', address));
    const entry = file.entries.find(({ content }) => content?.id === id);
    expect(entry?.words?.value).toMatchObject({ text: 'Is this the place?', code });
    const found = await scene.customer.call<EvidenceFinding>('POST', '/api/evidence/verify', file);
    expect(ok(found)).toMatchObject({ whole: true, problems: [] });
    const all = ok(await scene.customer.call<Export>('GET', '/api/me/export'));
    expect(all.messages.find((message) => message.id === id)).toMatchObject({ code });
  });
});
