import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { secondServer } from '../testing/live.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function page(person: Person, ticketId: string, query = ''): Promise<MessagePage> {
  return ok(await person.call<MessagePage>('GET', `/api/tickets/${ticketId}/messages${query}`));
}

const texts = ({ items }: MessagePage) => items.map(({ text }) => text);

describe('a long thread', () => {
  let scene: Scene;
  const ids: string[] = [];
  beforeAll(async () => {
    scene = await walkTo(world, 'planning');
    for (let count = 1; count <= 9; count++) {
      ids.push(await say(scene.customer, scene.ticketId, `number ${count}`));
    }
  });

  it('opens round one message, and leads from there both ways without a gap', async () => {
    const { customer, ticketId } = scene;
    const middle = await page(customer, ticketId, `?around=${ids[4]}&limit=3`);
    expect(texts(middle)).toEqual(['number 4', 'number 5', 'number 6']);
    const older = await page(customer, ticketId, `?before=${middle.next_cursor}&limit=2`);
    expect(texts(older)).toEqual(['number 2', 'number 3']);
    const newer = await page(customer, ticketId, `?after=${middle.newer_cursor}&limit=2`);
    expect(texts(newer)).toEqual(['number 7', 'number 8']);
    const end = await page(customer, ticketId, `?after=${newer.newer_cursor}&limit=2`);
    expect(texts(end)).toEqual(['number 9']);
    expect(end.newer_cursor).toBeNull();
  });

  it('shows one more before than after the message, where there is one too many', async () => {
    const { customer, ticketId } = scene;
    for (const [limit, first, last] of [
      [1, 5, 5],
      [2, 4, 5],
      [4, 3, 6],
      [5, 3, 7],
    ] as const) {
      const shown = await page(customer, ticketId, `?around=${ids[4]}&limit=${limit}`);
      expect([shown.items[0]?.text, shown.items.at(-1)?.text, shown.items.length]).toEqual([
        `number ${first}`,
        `number ${last}`,
        limit,
      ]);
    }
  });

  it('has each event beside the messages it happened between, and on no other page', async () => {
    const { customer, ticketId } = await walkTo(world, 'results paid');
    // They come after all events, so pages of theirs have none.
    for (let count = 0; count < 4; count++) await say(customer, ticketId, `later ${count}`);
    const all = await page(customer, ticketId, '?limit=100');
    expect(all.lines.length).toBeGreaterThan(3);
    const oldest = `&around=${all.items[0]?.id}`;
    for (const [start, way, turn] of [
      ['', 'before', 'next_cursor'],
      [oldest, 'after', 'newer_cursor'],
    ] as const) {
      const found = new Map<number, number>();
      for (let at: string | null = start; at !== null; ) {
        const one: MessagePage = await page(customer, ticketId, `?limit=1${at}`);
        for (const { id } of one.lines) found.set(id, (found.get(id) ?? 0) + 1);
        at = one[turn] && `&${way}=${one[turn]}`;
      }
      expect(new Set(found.keys())).toEqual(new Set(all.lines.map(({ id }) => id)));
      // Those at a border come with both pages.
      expect(Math.max(...found.values())).toBeLessThanOrEqual(2);
    }
  });

  it('tells each side the money of the events as its own', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'results paid');
    const newest = async (person: Person) => (await page(person, ticketId)).lines.at(-1)?.text;
    expect(await newest(customer)).toContain('held $75.00');
    expect(await newest(developer)).toContain('held $90.00');
  });

  it('has nothing newer than its newest page, and nothing older than its first', async () => {
    const { customer, ticketId } = scene;
    expect((await page(customer, ticketId)).newer_cursor).toBeNull();
    const first = await page(customer, ticketId, `?around=${ids[0]}&limit=100`);
    expect(first).toMatchObject({ next_cursor: null, newer_cursor: null });
    expect(first.items.map(({ position }) => position)).toEqual(
      first.items.map(({ position }) => position).sort((a, b) => a - b),
    );
  });

  it('has one conversation alone where it is named, and none of somebody else', async () => {
    const { customer, developer, ticketId } = scene;
    const { items } = ok(
      await customer.call<{ items: { id: string }[] }>('GET', `/api/tickets/${ticketId}/pairings`),
    );
    for (const person of [customer, developer])
      expect(texts(await page(person, ticketId, `?pairing=${items[0]?.id}`))).toContain('number 9');
    const other = await walkTo(world, 'planning');
    const path = `/api/tickets/${other.ticketId}/messages?pairing=${items[0]?.id}`;
    expect((await other.customer.call('GET', path)).status).toBe(404);
  });

  it('does not open round a message of another thread, or for anybody else', async () => {
    const other = await walkTo(world, 'planning');
    const around = `messages?around=${ids[4]}`;
    const foreign = await other.customer.call('GET', `/api/tickets/${other.ticketId}/${around}`);
    expect(foreign.status).toBe(404);
    const stranger = await other.customer.call('GET', `/api/tickets/${scene.ticketId}/${around}`);
    expect(stranger.status).toBe(404);
  });
});

describe('a message sent twice', () => {
  it('is stored once, and both answers are the first', async () => {
    const { customer, ticketId } = await walkTo(world, 'planning');
    const path = `/api/tickets/${ticketId}/messages`;
    const client_id = randomUUID();
    const answers = await Promise.all(
      ['Once', 'Once', 'Once, differently'].map((text) =>
        customer.call<Message>('POST', path, { text, client_id }),
      ),
    );
    const stored = (await page(customer, ticketId)).items.filter((one) => one.client_id);
    expect(stored).toHaveLength(1);
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body).toEqual(stored[0]);
    }
  });

  it('to another request is refused, instead of shown in the wrong thread', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const other = await postRequest(customer);
    await grab(developer, other.id);
    const body = { text: 'Once', client_id: randomUUID() };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/messages`, body));
    const again = await customer.call('POST', `/api/tickets/${other.id}/messages`, body);
    expect(again).toMatchObject({ status: 400, body: { errors: [{ path: 'client_id' }] } });
  });
});

describe('unread messages', () => {
  const unread = async (person: Person) =>
    ok(await person.call<{ count: number }>('GET', '/api/me/unread')).count;
  const listed = async (person: Person, view = 'discussions') =>
    ok(await person.call<{ items: Ticket[] }>('GET', `/api/tickets?view=${view}`)).items;

  it('are counted for the side that has not read them, until it does', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    ok(await developer.call('POST', `/api/tickets/${ticketId}/read`));
    await say(customer, ticketId, 'One');
    const id = await say(customer, ticketId, 'Two\n\n  with   space');
    expect(await unread(developer)).toBe(2);
    expect(await listed(developer)).toMatchObject([
      { unread: 2, last_message: { author_id: customer.id, preview: 'Two with space' } },
    ]);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/read`));
    expect(await unread(developer)).toBe(0);
    expect(await listed(developer)).toMatchObject([{ unread: 0 }]);
    const { items } = await page(customer, ticketId, `?around=${id}&limit=1`);
    expect(items[0]?.is_read).toBe(true);
  });

  it('of a thread whose request nobody has any more stay its customer’s', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'reserved');
    await say(developer, ticketId, 'Which browser?');
    const before = await unread(customer);
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    expect([before, await unread(customer)]).toEqual([2, 2]);
  });

  it('are counted in running lists without their words, and not told of in others', async () => {
    const { customer } = await walkTo(world, 'planning');
    const [running] = await listed(customer, 'active');
    expect(running).toHaveProperty('unread');
    expect(running).not.toHaveProperty('last_message');
    const { customer: former } = await walkTo(world, 'approved');
    const [ended] = await listed(former, 'history');
    expect(ended).toBeDefined();
    expect(ended).not.toHaveProperty('unread');
  });

  it('that nobody has sent are none', async () => {
    const customer = await world.person('customer');
    const developer = await world.person('developer');
    const { id } = await postRequest(customer);
    await grab(developer, id);
    expect(await unread(customer)).toBe(0);
    expect(await listed(customer)).toMatchObject([{ unread: 0, last_message: null }]);
  });
});

describe('typing', () => {
  it('cannot be shown more than 40 times a minute', async () => {
    const limited = await openWorld({ rateLimits: true });
    const { customer, ticketId } = await walkTo(limited, 'planning');
    const statuses = [];
    for (let count = 0; count < 41; count++) {
      const { status } = await customer.call('POST', `/api/tickets/${ticketId}/typing`);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(40).fill(204), 429]);
    await limited.close();
  });
});

describe('somebody who sends too much', () => {
  const tooMany = {
    status: 429,
    body: {
      code: 'too_many_requests',
      detail: expect.stringMatching(/^Too many requests\. Please try again in \d+ \w+\.$/),
    },
    headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
  };
  let limited: World;
  beforeAll(async () => {
    limited = await openWorld({ rateLimits: true });
  });
  afterAll(() => limited.close());

  it('has to wait after 200 messages in a minute, on all servers together; others do not', async () => {
    const { customer, developer, ticketId } = await walkTo(limited, 'planning');
    const second = await secondServer(limited);
    const path = `/api/tickets/${ticketId}/messages`;
    // One was sent on the way here.
    const elsewhere = await Promise.all(
      Array.from({ length: 170 }, () =>
        fetch(`${second.url}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${customer.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ text: 'Spam' }),
        }),
      ),
    );
    expect(new Set(elsewhere.map(({ status }) => status))).toEqual(new Set([201]));
    const here = [];
    for (let count = 0; count < 30; count++) {
      here.push(await customer.call('POST', path, { text: 'More spam' }));
    }
    expect(here.map(({ status }) => status)).toEqual([...Array(29).fill(201), 429]);
    expect(here.at(-1)).toMatchObject(tooMany);
    await say(developer, ticketId, 'I may still write.');
    await second.close();
  });

  it('has to wait after 20 reports in an hour', async () => {
    const { customer, messages } = await walkTo(limited, 'planning');
    const path = `/api/messages/${messages.developer}/report`;
    const answers = [];
    for (let count = 0; count < 21; count++) answers.push(await customer.call('POST', path));
    expect(answers.map(({ status }) => status)).toEqual([200, ...Array(19).fill(409), 429]);
    expect(answers.at(-1)).toMatchObject(tooMany);
  });
});
