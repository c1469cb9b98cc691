import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessagePage } from '#domain/message.ts';
import { type FoundMessage, snippetOf } from '#domain/message-search.ts';
import { aMilestone, ok } from '../testing/deeds.ts';
import { TEXTS } from '../testing/hostile-input.ts';
import { workOf } from '../testing/own-time.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'planning');
});
afterAll(() => world.close());

interface Found {
  items: FoundMessage[];
  next_cursor: string | null;
}

async function search(person: Person, q: string, more = ''): Promise<Found> {
  const path = `/api/messages/search?q=${encodeURIComponent(q)}${more}`;
  return ok(await person.call<Found>('GET', path));
}

const found = async (q: string) => (await search(scene.customer, q)).items.map(({ id }) => id);

describe('the search in one’s own discussions', () => {
  it('finds words by their beginning, in any case and within names of code', async () => {
    const id = await say(scene.developer, scene.ticketId, 'See Warenkorb.tsx:42, `use_Größe()`.');
    for (const q of ['warenkorb', 'WAREN', 'tsx', 'größe', '42 use', 'Warenkorb.tsx:42']) {
      expect(await found(q), q).toEqual([id]);
    }
    for (const q of ['arenkorb', 'warenkorb bakery']) expect(await found(q), q).toEqual([]);
  });

  it('answers with text and marks, never with markup of its own', async () => {
    const text = '<b>needle</b> & <script>alert(1)</script>';
    const id = await say(scene.customer, scene.ticketId, text);
    const { items } = await search(scene.customer, 'needle');
    expect(items).toEqual([
      {
        id,
        ticket_id: scene.ticketId,
        author_id: scene.customer.id,
        author_name: 'Customer',
        ticket_description: 'Login loops after deploy',
        snippet: [
          { text: '<b>', match: false },
          { text: 'needle', match: true },
          { text: '</b> & <script>alert(1)</script>', match: false },
        ],
        created_at: expect.any(String),
      },
    ]);
  });

  it('finds nothing in the discussions of others, nor in one that was given back', async () => {
    const other = await walkTo(world, 'reserved');
    await say(other.customer, other.ticketId, 'xylophone');
    expect((await search(other.developer, 'xylophone')).items).toHaveLength(1);
    expect((await search(scene.customer, 'xylophone')).items).toEqual([]);
    expect((await search(await world.person('moderator'), 'xylophone')).items).toEqual([]);
    ok(await other.developer.call('POST', `/api/tickets/${other.ticketId}/abandon`));
    expect((await search(other.developer, 'xylophone')).items).toEqual([]);
  });

  it('finds nothing that was said with an earlier unblocker, except for the customer', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'reserved');
    const id = await say(developer, ticketId, 'The password is walnut.');
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    const next = await world.person('developer');
    ok(await next.call('POST', `/api/tickets/${ticketId}/reserve`));
    expect((await search(next, 'walnut')).items).toEqual([]);
    expect((await search(customer, 'walnut')).items.map((item) => item.id)).toEqual([id]);
  });

  it('finds nothing that moderators have hidden', async () => {
    const id = await say(scene.developer, scene.ticketId, 'Pay me outside, quagga.');
    expect(await found('quagga')).toEqual([id]);
    ok(await scene.customer.call('POST', `/api/messages/${id}/report`));
    const moderator = await world.person('moderator');
    const path = `/api/moderation/messages/${id}/hide`;
    ok(await moderator.call('POST', path, { reason: 'Asks for payment elsewhere.' }));
    expect(await found('quagga')).toEqual([]);
  });

  it('finds no hidden message by the milestone that it was about', async () => {
    const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'results unpaid');
    const feedback = 'Pay me outside, and I accept it.';
    ok(await customer.call('POST', `/api/milestones/${milestoneId}/reject`, { feedback }));
    const thread = `/api/tickets/${ticketId}/messages`;
    const id = ok(await developer.call<MessagePage>('GET', thread)).items.at(-1)?.id;
    const ids = async () => (await search(developer, aMilestone.title)).items.map((one) => one.id);
    expect(await ids()).toContain(id);
    ok(await developer.call('POST', `/api/messages/${id}/report`));
    const moderator = await world.person('moderator');
    const path = `/api/moderation/messages/${id}/hide`;
    ok(await moderator.call('POST', path, { reason: 'Asks for payment elsewhere.' }));
    expect(await ids()).not.toContain(id);
  });

  it('has no further page where it ends with one', async () => {
    for (let count = 0; count < 2; count++)
      await say(scene.customer, scene.ticketId, `okapi ${count}`);
    expect((await search(scene.customer, 'okapi', '&limit=2')).next_cursor).toBeNull();
    expect((await search(scene.customer, 'okapi', '&limit=1')).next_cursor).not.toBeNull();
  });

  it('goes through all that it finds, newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.unshift(await say(scene.customer, scene.ticketId, `zebra ${count}`));
    }
    const first = await search(scene.customer, 'zebra', '&limit=3');
    const rest = await search(scene.customer, 'zebra', `&limit=3&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.next_cursor).toBeNull();
  });

  it('takes whatever is typed', async () => {
    for (const q of [...TEXTS, "a'b\\c:*|&!(<->", '«»', '…', 'x'.repeat(200)]) {
      const path = `/api/messages/search?q=${encodeURIComponent(q.toWellFormed())}`;
      const { status } = await scene.customer.call('GET', path);
      expect([200, 400], q).toContain(status);
    }
    const blank = await scene.customer.call('GET', '/api/messages/search?q=%20');
    expect(blank).toMatchObject({
      status: 400,
      body: { detail: 'Please type a word to search for' },
    });
  });
});

it('a page of messages that are made of what is searched for holds up nobody', () => {
  const texts = ['a '.repeat(10_000), 'abcdefghij '.repeat(1800), 'ſ '.repeat(10_000)];
  const page = () => {
    for (let n = 0; n < 100; n++) snippetOf(texts[n % 3] ?? '', ['a', 's', 'abc', 'abcdefghij']);
  };
  expect(Math.min(...[1, 2, 3].map(() => workOf(page)))).toBeLessThan(50);
});
