import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import {
  catchUp,
  type LoadedThread,
  threadAt,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
  withRead,
} from './thread.ts';

const message = (position: number, changes: Partial<Message> = {}): Message => ({
  id: `id-${position}`,
  ticket_id: 'ticket',
  pairing_id: 'pairing',
  author_id: 'ana',
  position,
  text: `number ${position}`,
  attachments: {},
  is_read: false,
  is_reported: false,
  is_hidden: false,
  is_edited: false,
  is_deleted: false,
  is_decision: false,
  has_secrets: false,
  needs_answer: false,
  code: [],
  notification_sent: false,
  is_system: false,
  client_id: null,
  reply_to: null,
  quote: null,
  actions: {},
  created_at: '2026-11-20T10:00:00Z',
  ...changes,
});

/** What the server would answer, of a thread that holds these positions. */
function page(all: readonly number[], from: number, to: number): MessagePage {
  const items = all.slice(Math.max(0, from), Math.max(0, to));
  return {
    items: items.map((position) => message(position)),
    lines: [],
    next_cursor: from > 0 ? String(items[0]) : null,
    newer_cursor: to < all.length ? String(items.at(-1)) : null,
  };
}

const places = ({ messages }: LoadedThread) => messages.map(({ position }) => position);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a page in the middle grows both ways into the whole thread', () => {
  const all = numbers(9);
  const middle = threadAt(page(all, 3, 6));
  const older = withOlder(middle, page(all, 0, 3));
  const whole = withNewer(older, page(all, 6, 9));
  expect(places(whole)).toEqual(all);
  expect(whole).toMatchObject({ older: null, newer: null, part: middle.part });
});

test('what is heard twice, or out of order, stands once and in the order of the server', () => {
  const order = fc.shuffledSubarray([...numbers(8), ...numbers(8)], { minLength: 16 });
  fc.assert(
    fc.property(order, (heard) => {
      const empty = threadAt(page([], 0, 0));
      const thread = heard.reduce((known, place) => withMessage(known, message(place)), empty);
      expect(places(thread)).toEqual(numbers(8));
    }),
  );
});

test('after missed messages the newest page joins what is loaded', () => {
  const all = numbers(12);
  const thread = withOlder(threadAt(page(all.slice(0, 8), 4, 8)), page(all, 0, 4));
  const caughtUp = withNewest(thread, page(all, 7, 12));
  expect(places(caughtUp)).toEqual(all);
  expect(caughtUp.part).toBe(thread.part);
});

test('after more missed messages than one page the newest page stands alone, never with a gap', () => {
  const all = numbers(40);
  const thread = threadAt(page(all.slice(0, 8), 0, 8));
  const caughtUp = withNewest(thread, page(all, 30, 40));
  expect(places(caughtUp)).toEqual(all.slice(30));
  expect(caughtUp.older).toBe('31');
  expect(caughtUp.part).not.toBe(thread.part);
});

/** Reads pages of four messages back from the newest, and counts them. */
function readerOf(all: readonly number[]) {
  const asked: (string | undefined)[] = [];
  const read = async (before?: string) => {
    asked.push(before);
    const end = before === undefined ? all.length : all.indexOf(Number(before));
    return page(all, Math.max(0, end - 4), end);
  };
  return { asked, read };
}

test('what was missed while own messages were sent is read back to what is known', async () => {
  const known = threadAt(page(numbers(10), 6, 10));
  // 11 to 17 were the other side's, and were missed; 18 to 20 were sent meanwhile.
  const thread = [18, 19, 20].reduce((now, place) => withMessage(now, message(place)), known);
  const { asked, read } = readerOf(numbers(20));
  const caughtUp = await catchUp(() => thread, read);
  expect(places(caughtUp)).toEqual(numbers(20).slice(6));
  expect(caughtUp.part).toBe(thread.part);
  expect(asked).toEqual([undefined, '17', '13']);
});

test('a catch-up after very many missed messages stands alone, and reads five pages', async () => {
  const thread = withMessage(threadAt(page(numbers(10), 6, 10)), message(50));
  const { asked, read } = readerOf(numbers(50));
  const caughtUp = await catchUp(() => thread, read);
  expect(places(caughtUp)).toEqual(numbers(50).slice(30));
  expect(caughtUp).toMatchObject({ older: '31', newer: null });
  expect(asked).toHaveLength(5);
});

test('however a thread is heard, sent and caught up, it has no hole', async () => {
  const step = fc.constantFrom('heard', 'missed', 'sent', 'caught up');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let thread = threadAt(page([1], 0, 1));
      let last = 1;
      let isWhole = true;
      for (const each of steps) {
        if (each === 'caught up') {
          thread = await catchUp(() => thread, readerOf(numbers(last)).read);
          isWhole = true;
          continue;
        }
        last += 1;
        if (each === 'missed' || (each === 'heard' && !isWhole)) isWhole = false;
        else thread = withMessage(thread, message(last));
      }
      thread = await catchUp(() => thread, readerOf(numbers(last)).read);
      const first = thread.messages[0]?.position ?? 0;
      expect(places(thread)).toEqual(numbers(last).slice(first - 1));
      expect(thread.older === null).toBe(first === 1);
    }),
  );
});

test('a reader who is somewhere back is left there by what is new at the end', () => {
  const middle = threadAt(page(numbers(20), 5, 10));
  expect(withMessage(middle, message(21))).toBe(middle);
  expect(withNewest(middle, page(numbers(21), 16, 21))).toBe(middle);
});

test('a changed message takes the place of its older self, wherever it stands', () => {
  const thread = threadAt(page(numbers(5), 0, 5));
  const changed = withMessage(thread, message(2, { is_reported: true }));
  expect(places(changed)).toEqual(numbers(5));
  expect(changed.messages[1]?.is_reported).toBe(true);
  const partly = threadAt(page(numbers(5), 3, 5));
  expect(withMessage(partly, message(1))).toBe(partly);
});

test('reading marks what the other side wrote, and only that', () => {
  const thread = withMessage(threadAt(page(numbers(2), 0, 2)), message(3, { author_id: 'ben' }));
  const read = withRead(thread, 'ben', 2);
  expect(read.messages.map(({ is_read }) => is_read)).toEqual([true, true, false]);
  expect(withRead(read, 'ben', 2)).toBe(read);
});

test('what came after the reading stays unread, also where both are told at once', () => {
  const thread = threadAt(page(numbers(3), 0, 3));
  const read = withRead(thread, 'ben', 2);
  expect(read.messages.map(({ is_read }) => is_read)).toEqual([true, true, false]);
});

test('an answer that comes after the sign of its reading does not take that back', () => {
  const sent = message(4);
  const read = withRead(withMessage(threadAt(page(numbers(3), 0, 3)), sent), 'ben', 4);
  expect(withMessage(read, sent).messages.at(-1)?.is_read).toBe(true);
  const caughtUp = withNewest(read, page(numbers(4), 2, 4));
  expect(caughtUp.messages.every(({ is_read }) => is_read)).toBe(true);
});

test('who has read a newer message has read those before it that are not asked for again', () => {
  const thread = threadAt(page(numbers(4), 0, 4));
  const newest = { ...page(numbers(5), 4, 5), items: [message(5, { is_read: true })] };
  const caughtUp = withNewest(thread, { ...newest, items: [message(4), ...newest.items] });
  expect(caughtUp.messages.map(({ is_read }) => is_read)).toEqual([true, true, true, true, true]);
});
