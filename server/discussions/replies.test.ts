import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import { ok } from '../testing/deeds.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'planning');
});
afterAll(() => world.close());

const path = () => `/api/tickets/${scene.ticketId}/messages`;
const page = async (person: Person, query = '') =>
  ok(await person.call<MessagePage>('GET', path() + query));
const answer = (person: Person, reply_to: unknown, text = 'Yes') =>
  person.call<Message>('POST', path(), { text, reply_to });

describe('a reply', () => {
  it('shows both sides how the message begins that it answers, however far back that is', async () => {
    const { customer, developer } = scene;
    const id = await say(customer, scene.ticketId, '## Is it **done**?\n\nI need it');
    for (let count = 0; count < 3; count++) await say(customer, scene.ticketId, `more ${count}`);
    const sent = ok(await answer(developer, id));
    const quote = {
      id,
      author_id: customer.id,
      is_system: false,
      excerpt: 'Is it done? I need it',
    };
    expect(sent).toMatchObject({ reply_to: id, quote });
    const [newest] = (await page(customer, '?limit=1')).items;
    expect(newest).toMatchObject({ id: sent.id, reply_to: id, quote });
    const [around] = (await page(developer, `?around=${sent.id}&limit=1`)).items;
    expect(around).toMatchObject({ quote });
  });

  it('shows what it answers as it is now: edited, or gone', async () => {
    const { customer, developer } = scene;
    const id = await say(customer, scene.ticketId, 'The key is s3cr-et');
    const sent = ok(await answer(developer, id));
    const shown = async () =>
      (await page(customer)).items.find((one) => one.id === sent.id)?.quote?.excerpt;
    ok(await customer.call('PATCH', `/api/messages/${id}`, { text: 'Never mind' }));
    expect(await shown()).toBe('Never mind');
    ok(await customer.call('DELETE', `/api/messages/${id}`));
    expect(await shown()).toBe('This message was deleted.');
    expect(JSON.stringify(await page(developer))).not.toContain('s3cr-et');
  });

  it('answers no message of another thread, none that is gone, and none that never was', async () => {
    const { customer, developer } = scene;
    const other = await walkTo(world, 'planning');
    const foreign = await say(other.customer, other.ticketId, 'Not for you: hunter2');
    const gone = await say(customer, scene.ticketId, 'Gone');
    ok(await customer.call('DELETE', `/api/messages/${gone}`));
    const before = (await page(developer)).items.length;
    for (const reply_to of [foreign, gone, randomUUID()]) {
      const { status, body } = await answer(developer, reply_to);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'reply_to' }] },
      });
      expect(JSON.stringify(body)).not.toContain('hunter2');
    }
    for (const reply_to of ['', 'x', "' or 1=1", 7, {}, [foreign]]) {
      expect((await answer(developer, reply_to)).status).toBe(400);
    }
    expect((await page(developer)).items).toHaveLength(before);
  });

  it('is stored once, however often it is sent', async () => {
    const { customer, developer } = scene;
    const id = await say(customer, scene.ticketId, 'Once?');
    const body = { text: 'Once', reply_to: id, client_id: randomUUID() };
    const [first, second] = [
      ok(await developer.call<Message>('POST', path(), body)),
      ok(await developer.call<Message>('POST', path(), body)),
    ];
    expect(second).toEqual(first);
    expect(second.quote).toMatchObject({ id });
  });
});

describe('what happened to the request', () => {
  it('stands between the messages, is nobody’s and unread by nobody', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'results paid');
    const thread = ok(await customer.call<MessagePage>('GET', `/api/tickets/${ticketId}/messages`));
    expect(thread.lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'request_grabbed',
        'plan_submitted',
        'milestone_started',
        'payment_held',
        'milestone_submitted',
      ]),
    );
    // What a message tells is told once.
    expect(thread.lines.map(({ event }) => event)).not.toContain('plan_approved');
    expect(thread.lines.find(({ event }) => event === 'milestone_submitted')?.text).toMatch(
      / submitted “.+”$/,
    );
    const ids = thread.lines.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    ok(await developer.call('POST', `/api/tickets/${ticketId}/read`));
    expect(ok(await developer.call<{ count: number }>('GET', '/api/me/unread')).count).toBe(0);
  });

  it('comes page by page with its messages, without a gap and for the two sides alone', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const read = async (query: string) =>
      ok(await customer.call<MessagePage>('GET', `/api/tickets/${ticketId}/messages${query}`));
    const whole: number[] = [];
    for (let count = 1; count <= 3; count++) {
      await say(customer, ticketId, `number ${count}`);
      const event = ['plan_submitted', 'milestone_started', 'payment_held'][count - 1] ?? '';
      const { id } = await world.context.db
        .insertInto('ticket_history')
        .values({
          ticket_id: ticketId,
          action: 'x',
          event,
          actor: 'developer',
          actor_id: developer.id,
          to_status: 'DEVELOPER_PLANNING',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      whole.push(Number(id));
    }
    const all = await read('?limit=100');
    expect(all.lines.map(({ id }) => id).slice(-3)).toEqual(whole);
    const newest = await read('?limit=1');
    const older = await read(`?limit=1&before=${newest.next_cursor}`);
    const oldest = await read(`?limit=100&before=${older.next_cursor}`);
    const pieces = [...oldest.lines, ...older.lines, ...newest.lines].map(({ id }) => id);
    expect([...new Set(pieces)]).toEqual(all.lines.map(({ id }) => id));
    const again = await read(`?limit=100&after=${oldest.newer_cursor}`);
    expect(again.lines.map(({ id }) => id)).toEqual(expect.arrayContaining(whole.slice(1)));
    const stranger = await world.person('developer');
    const foreign = await stranger.call('GET', `/api/tickets/${ticketId}/messages`);
    expect(foreign.status).toBe(404);
    expect(JSON.stringify(foreign.body)).not.toContain('lines');
  });
});
