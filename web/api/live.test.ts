import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { firstAnswer } from './first-answers.ts';
import { followLive } from './live.ts';
import { keys } from './query-keys.ts';

/** What the server was asked for, newest last; each can be spoken through. */
const lines: { say: (text: string) => void; end: () => void; aborted: () => boolean }[] = [];
let answers: 'stream' | 'nothing' | 'an error' = 'stream';

vi.mock('./authorized-fetch.ts', () => ({
  authorizedFetch: async (_: string, { signal }: { signal: AbortSignal }) => {
    if (answers === 'nothing') throw new TypeError('Failed to fetch');
    if (answers === 'an error') return new Response('', { status: 503 });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    lines.push({
      say: (text) => void writer.write(new TextEncoder().encode(text)),
      end: () => void writer.close(),
      aborted: () => signal.aborted,
    });
    return new Response(readable);
  },
}));

class Page extends EventTarget {
  visibilityState = 'visible';
}

let page: Page;
let host: EventTarget;
let queryClient: QueryClient;
let refetched: ReturnType<typeof vi.spyOn>;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  [page, host] = [new Page(), new EventTarget()];
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', host.addEventListener.bind(host));
  vi.stubGlobal('removeEventListener', host.removeEventListener.bind(host));
  lines.length = 0;
  answers = 'stream';
  queryClient = new QueryClient();
  refetched = vi.spyOn(queryClient, 'invalidateQueries');
  stop = followLive(queryClient);
  await pass(0);
  refetched.mockClear();
});
afterEach(() => {
  stop();
  // What is asked for soon is asked for once: the next test would wait for it in vain.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** How often everything was asked for anew. */
const gaps = () =>
  refetched.mock.calls.filter(([about]: { queryKey?: unknown }[]) => !about?.queryKey).length;

async function beat(minutes: number): Promise<void> {
  for (let second = 0; second < minutes * 60; second += 25) {
    lines.at(-1)?.say(': beat\n\n');
    await pass(25_000);
  }
}

describe('the live stream of a tab', () => {
  test('is one line, and what it says is taken over', async () => {
    expect(lines).toHaveLength(1);
    expect(gaps()).toBe(0);
    lines[0]?.say('event: milestone\ndata: {"ticket_id":"7"}\n\n');
    await pass(0);
    expect(refetched).toHaveBeenCalledWith({ queryKey: keys.ticket('7') });
    await beat(10);
    expect(lines).toHaveLength(1);
  });

  test('makes all but the profile out of date as it opens, and the profile when it comes back', async () => {
    const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
    stop();
    for (const key of [keys.me(), keys.ticket('7')]) queryClient.setQueryData(key, {});
    stop = followLive(queryClient);
    await pass(0);
    expect([isStale(keys.me()), isStale(keys.ticket('7'))]).toEqual([false, true]);
    host.dispatchEvent(new Event('online'));
    await pass(0);
    expect(isStale(keys.me())).toBe(true);
  });

  test('has the profile read again at once where it is from an earlier visit', async () => {
    stop();
    queryClient.setQueryData(keys.me(), {});
    connection.lost();
    stop = followLive(queryClient);
    await pass(0);
    expect(queryClient.getQueryState(keys.me())?.isInvalidated).toBe(true);
    expect(connection.isUp()).toBe(true);
  });

  test('has what was asked for before it opened read again, also where it is taken later', async () => {
    const early = { coming: Promise.resolve({}), token: 'mine' };
    vi.stubGlobal('firstAnswers', new Map([['/api/x', early]]));
    let asked = 0;
    const read = async () => ((await firstAnswer('/api/x', 'mine')) ? 'early' : `again ${++asked}`);
    const screen = new QueryObserver(queryClient, { queryKey: ['x'], queryFn: read });
    const leave = screen.subscribe(() => undefined);
    await pass(10);
    expect(queryClient.getQueryData(['x'])).toBe('again 1');
    leave();
  });

  test('comes back after a restart of the server, and asks for what was missed', async () => {
    lines[0]?.end();
    answers = 'nothing';
    await pass(8000);
    expect(gaps()).toBe(0);
    answers = 'an error';
    await pass(8000);
    answers = 'stream';
    await pass(60_000);
    expect(lines).toHaveLength(2);
    expect(gaps()).toBe(1);
  });

  test('is opened anew at once when the network is another one', async () => {
    host.dispatchEvent(new Event('online'));
    await pass(0);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.aborted()).toBe(true);
    expect(gaps()).toBe(1);
  });

  test('is opened anew when the page comes back from a sleep, and only then', async () => {
    page.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(lines).toHaveLength(1);
    // Asleep, timers stand still: only the clock has moved on.
    vi.setSystemTime(Date.now() + 3_600_000);
    page.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(lines).toHaveLength(2);
    expect(gaps()).toBe(1);
  });

  test('that is dead without saying so is noticed within a minute', async () => {
    await pass(61_000);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.aborted()).toBe(true);
    expect(gaps()).toBe(1);
  });

  test('is opened anew soon after a sleep of which no event tells', async () => {
    // Asleep, timers stand still: only the clock has moved on.
    vi.setSystemTime(Date.now() + 3_600_000);
    await pass(6000);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.aborted()).toBe(true);
    expect(gaps()).toBe(1);
  });

  test('ends with the session, and does not come back', async () => {
    stop();
    host.dispatchEvent(new Event('online'));
    await pass(120_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.aborted()).toBe(true);
  });

  test('asks again for what was read before it was open', async () => {
    stop();
    const asked = screen(['tickets']);
    await pass(0);
    asked.answer('as it was');
    await pass(0);
    expect(asked.count()).toBe(1);
    stop = followLive(queryClient);
    await pass(0);
    expect(asked.count()).toBe(2);
  });

  test.each([
    ['ticket', keys.ticket('7'), { ticket_id: '7' }],
    ['milestone', keys.milestones('7'), { ticket_id: '7' }],
    ['message', keys.messages('7'), { ticket_id: '7', message: aMessage }],
    ['message', keys.ticketList('discussions'), { ticket_id: '7', message: aMessage }],
    ['message', keys.messages('7'), { ticket_id: '7' }],
  ])(
    'an event (%s) while a first answer is on its way: it is asked for again',
    async (event, key, data) => {
      const asked = screen(key);
      await pass(0);
      for (let times = 0; times < 3; times++) {
        lines[0]?.say(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
        await pass(0);
      }
      expect(asked.count()).toBe(1);
      asked.answer('given before the event');
      await pass(0);
      expect(asked.count()).toBe(2);
      asked.answer('given after it');
      await pass(1000);
      expect(asked.count()).toBe(2);
    },
  );

  test('an event about earnings asks for them again', async () => {
    lines[0]?.say('event: earnings\ndata: {}\n\n');
    await pass(1000);
    expect(refetched).toHaveBeenCalledWith({ queryKey: keys.earnings() });
  });

  const theirs = {
    ...aMessage,
    author_id: 'b',
    created_at: '2026-11-20T10:00:00.000Z',
    text: 'Hi',
  };
  const listed = () =>
    queryClient.getQueryData<{ pages: { items: object[] }[] }>(keys.ticketList('discussions'))
      ?.pages[0]?.items[0];

  test.each([
    ['counts in the list of discussions', {}, { unread: 1, last_message: { preview: 'Hi' } }],
    ['that was hidden or reported is not counted again', { is_reported: true }, { unread: 0 }],
    ['that the list has already is not counted again', { created_at: '1' }, { unread: 0 }],
  ])('a message of a thread that is not open %s', async (_, differs, expected) => {
    const last_message = { author_id: 'b', created_at: '1', preview: 'Newer' };
    queryClient.setQueryData(keys.ticketList('discussions'), {
      pages: [{ items: [{ id: '7', unread: 0, last_message }] }],
    });
    const data = JSON.stringify({ ticket_id: '7', message: { ...theirs, ...differs } });
    lines[0]?.say(`event: message\ndata: ${data}\n\n`);
    await pass(0);
    expect(listed()).toMatchObject({ last_message: { preview: 'Newer' }, ...expected });
  });

  test.each(['active', 'assigned'] as const)(
    'a message of the other side has the list of %s requests read again',
    async (view) => {
      const asked = screen(keys.ticketList(view));
      await pass(0);
      asked.answer('nothing unread');
      await pass(0);
      const data = JSON.stringify({ ticket_id: '7', message: theirs });
      lines[0]?.say(`event: message\ndata: ${data}\n\n`);
      await pass(1000);
      expect(asked.count()).toBe(2);
    },
  );
});

const aMessage = {
  id: 'm',
  ticket_id: '7',
  author_id: 'a',
  created_at: '',
  text: '',
  attachments: {},
  code: [],
};

/** A screen that shows what is read under a key; it is answered by hand. */
function screen(queryKey: readonly string[]) {
  const asked: ((answer: unknown) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise((resolve) => asked.push(resolve)),
  });
  onTestFinished(observer.subscribe(() => undefined));
  return { count: () => asked.length, answer: (answer: unknown) => asked.at(-1)?.(answer) };
}
