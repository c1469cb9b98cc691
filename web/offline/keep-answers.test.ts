import { hashKey, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerOrKept } from '../api/answer-or-kept.ts';
import { ApiError, networkError } from '../api/api-error.ts';
import { connection } from '../api/connection.ts';
import { answersOf, forgetOthersAnswers } from '../api/kept-answers.ts';
import { keys } from '../api/query-keys.ts';
import { sessionStore } from '../api/session-store.ts';
import { keepAnswers } from './keep-answers.ts';

const ANA = 'ana';
const DAY_MS = 24 * 60 * 60 * 1000;
const RETRIES = 2;

/** By the name of a cache: addresses with what is there. */
let stored: Map<string, Map<string, Response>>;
/** Whose storage the browser is. */
let owner: string | null;

beforeEach(() => {
  stored = new Map();
  owner = ANA;
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => owner });
  vi.stubGlobal('caches', { has, open, keys: async () => [...stored.keys()], delete: remove });
  vi.stubGlobal('__reactRouterManifest', { version: 'a' });
  sessionStore.set({ session: { user: { id: ANA } } as never });
  connection.reached();
});

const has = async (name: string) => stored.has(name);
const remove = async (name: string) => stored.delete(name);

async function open(name: string) {
  const entries = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, entries);
  return {
    put: async (at: string, response: Response) => void entries.set(at, response),
    match: async (at: string) => entries.get(at)?.clone(),
    keys: async () => [...entries.keys()],
    delete: async (at: string) => entries.delete(at),
  };
}

function newClient(): QueryClient {
  const worthRetrying = (failures: number) => failures < RETRIES && navigator.onLine;
  const persister = answerOrKept(worthRetrying);
  return new QueryClient({ defaultOptions: { queries: { retry: worthRetrying, persister } } });
}

/** Ana's page has read these, by their keys. */
async function read(...answers: [readonly unknown[], unknown][]): Promise<() => void> {
  const client = newClient();
  const stop = keepAnswers(client, ANA);
  for (const [key, answer] of answers) client.setQueryData(key, answer);
  await vi.advanceTimersByTimeAsync(3000);
  return stop;
}

/** What a page opened later reads while nothing answers, or fails as this says. */
async function readLater(key: readonly unknown[], cause: unknown = networkError()) {
  const queryFn = vi.fn(() => Promise.reject(cause));
  const observer = new QueryObserver(newClient(), { queryKey: key, queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(10_000);
  const { data, error } = observer.getCurrentResult();
  return { data, error, asked: queryFn.mock.calls.length };
}

const thread = (messages: number) => ({ messages: Array.from({ length: messages }, String) });

describe('what was read', () => {
  test('is there for a page without a connection, which says so', async () => {
    await read([keys.ticket('7'), { id: '7' }], [keys.messages('7'), thread(3)]);
    expect(await readLater(keys.ticket('7'))).toEqual({
      data: { id: '7' },
      error: null,
      asked: RETRIES + 1,
    });
    expect(connection.isUp()).toBe(false);
    // Nobody waits a second time for what is known to be gone.
    expect((await readLater(keys.messages('7'))).asked).toBe(1);
    connection.reached();
    vi.stubGlobal('navigator', { onLine: false });
    expect(await readLater(keys.messages('7'))).toMatchObject({ data: thread(3), asked: 1 });
  });

  test.each([401, 403, 404, 429, 500])('hides no answer of the server: %i', async (status) => {
    await read([keys.ticket('7'), { id: '7' }]);
    const texts = { code: 'x', title: 'x', detail: 'x', errors: [] };
    const cause = new ApiError({ status, ...texts });
    expect(await readLater(keys.ticket('7'), cause)).toMatchObject({
      data: undefined,
      error: cause,
    });
  });

  test.each([
    [404, undefined],
    [403, undefined],
    [500, { id: '7' }],
  ])('goes with the right to read it: after %i', async (status, left) => {
    await read([keys.ticket('7'), { id: '7' }]);
    const client = newClient();
    onTestFinished(keepAnswers(client, ANA));
    const cause = new ApiError({ status, code: 'x', title: 'x', detail: 'x', errors: [] });
    const queryFn = () => Promise.reject(cause);
    const asked = client.fetchQuery({ queryKey: keys.ticket('7'), queryFn, retry: false });
    await expect(asked).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await answersOf(ANA).read(hashKey(keys.ticket('7')))).toEqual(left);
  });

  test('goes with the right to read it also where it was still to be written', async () => {
    const client = newClient();
    onTestFinished(keepAnswers(client, ANA));
    client.setQueryData(keys.ticket('7'), { id: '7' });
    const cause = new ApiError({ status: 404, code: 'x', title: 'x', detail: 'x', errors: [] });
    const queryFn = () => Promise.reject(cause);
    const asked = client.fetchQuery({ queryKey: keys.ticket('7'), queryFn, retry: false });
    await expect(asked).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await answersOf(ANA).read(hashKey(keys.ticket('7')))).toBeUndefined();
  });

  test('is removed where its person leaves while it is written', async () => {
    const client = newClient();
    onTestFinished(keepAnswers(client, ANA));
    vi.stubGlobal('caches', {
      ...caches,
      open: async (name: string) => {
        owner = null;
        await forgetOthersAnswers(undefined);
        return open(name);
      },
    });
    client.setQueryData(keys.me(), { id: ANA });
    await vi.advanceTimersByTimeAsync(3000);
    expect(stored.size).toBe(0);
  });

  test('is not there where nothing was read: the screen says that nothing answers', async () => {
    await read([keys.ticket('7'), { id: '7' }]);
    expect(await readLater(keys.ticket('8'))).toMatchObject({
      data: undefined,
      error: networkError(),
    });
    vi.stubGlobal('navigator', { onLine: false });
    const { error } = await readLater(keys.ticket('8'));
    expect(error?.message).toMatch(/^You are offline/);
  });

  test('is kept of what one sees of oneself and one’s requests alone', async () => {
    const others = [
      keys.moderation(),
      keys.case('7'),
      keys.looks(),
      keys.inFile('k'),
      keys.tokens(),
    ];
    await read([keys.me(), { id: ANA }], ...others.map((key) => [key, {}] as [typeof key, object]));
    expect([...stored.values()].flatMap((entries) => [...entries.keys()])).toEqual([
      `/kept/${encodeURIComponent('["me"]')}`,
    ]);
  });

  test('is not written again from what is shown without a connection', async () => {
    await read([keys.ticket('7'), { id: '7', title: 'new' }]);
    connection.lost();
    await read([keys.ticket('7'), { id: '7', title: 'old' }]);
    expect((await readLater(keys.ticket('7'))).data).toEqual({ id: '7', title: 'new' });
  });

  test('stays as it was where a thread has become very long', async () => {
    await read([keys.messages('7'), thread(500)], [keys.messages('8'), thread(501)]);
    expect((await readLater(keys.messages('7'))).data).toEqual(thread(500));
    expect((await readLater(keys.messages('8'))).data).toBeUndefined();
  });

  test('goes after two weeks, and with another release', async () => {
    await read([keys.ticket('7'), { id: '7' }]);
    vi.setSystemTime(Date.now() + 14 * DAY_MS - 60_000);
    expect((await readLater(keys.ticket('7'))).data).toEqual({ id: '7' });
    vi.setSystemTime(Date.now() + 120_000);
    expect((await readLater(keys.ticket('7'))).data).toBeUndefined();
    await answersOf(ANA).tidy();
    expect([...stored.values()].map(({ size }) => size)).toEqual([0]);
    vi.stubGlobal('__reactRouterManifest', { version: 'b' });
    await answersOf(ANA).tidy();
    expect([...stored.keys()]).toEqual(['unblock.answers.ana.b']);
  });

  test('is nobody else’s', async () => {
    await read([keys.ticket('7'), { id: '7' }]);
    sessionStore.set({ session: { user: { id: 'ben' } } as never });
    expect((await readLater(keys.ticket('7'))).data).toBeUndefined();
    await forgetOthersAnswers(ANA);
    expect(stored.size).toBe(1);
    await forgetOthersAnswers('ben');
    expect(stored.size).toBe(0);
  });

  test.each([
    ['has signed out in another tab', () => (owner = null)],
    ['has lost the session', () => sessionStore.set({ session: null })],
  ])('is not written for who %s meanwhile', async (_, leave) => {
    const client = newClient();
    onTestFinished(keepAnswers(client, ANA));
    client.setQueryData(keys.me(), { id: ANA });
    leave();
    await vi.advanceTimersByTimeAsync(3000);
    expect(stored.size).toBe(0);
  });

  test('before it began to be kept is kept, and after the end nothing', async () => {
    const client = newClient();
    client.setQueryData(keys.ticket('7'), { id: '7' });
    const stop = keepAnswers(client, ANA);
    await vi.advanceTimersByTimeAsync(3000);
    client.setQueryData(keys.ticket('8'), { id: '8' });
    stop();
    await vi.advanceTimersByTimeAsync(3000);
    expect((await readLater(keys.ticket('7'))).data).toEqual({ id: '7' });
    expect((await readLater(keys.ticket('8'))).data).toBeUndefined();
  });

  test('in this page stays when nothing answers any more', async () => {
    await read([keys.ticket('7'), { id: '7', title: 'old' }]);
    vi.stubGlobal('navigator', { onLine: false });
    const client = newClient();
    client.setQueryData(keys.ticket('7'), { id: '7', title: 'new' });
    const queryFn = () => Promise.reject(networkError());
    const options = { queryKey: keys.ticket('7'), queryFn };
    expect(await client.fetchQuery(options)).toEqual({ id: '7', title: 'new' });
  });

  test('is read again as soon as another read is answered, without waiting for the live stream', async () => {
    const client = newClient();
    let answer = () => Promise.reject<unknown>(networkError());
    const shown = { queryKey: keys.ticket('7'), queryFn: () => answer(), staleTime: DAY_MS };
    client.setQueryData(shown.queryKey, { title: 'old' });
    const observer = new QueryObserver(client, shown);
    onTestFinished(observer.subscribe(() => undefined));
    // As after a live event.
    void client.invalidateQueries({ queryKey: shown.queryKey });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(observer.getCurrentResult().data).toEqual({ title: 'old' });
    expect(connection.isUp()).toBe(false);
    answer = async () => ({ title: 'new' });
    await client.fetchQuery({ queryKey: keys.ticket('8'), queryFn: async () => ({}) });
    expect(connection.isUp()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(observer.getCurrentResult().data).toEqual({ title: 'new' });
  });

  test('hides from nobody that more of a list does not come', async () => {
    const client = newClient();
    const page = { items: [1], next_cursor: 'c' };
    client.setQueryData(keys.notifications(), { pages: [page], pageParams: [''] });
    vi.stubGlobal('navigator', { onLine: false });
    const list = new InfiniteQueryObserver(client, {
      queryKey: keys.notifications(),
      queryFn: () => Promise.reject(networkError()),
      initialPageParam: '',
      getNextPageParam: ({ next_cursor }: typeof page) => next_cursor,
      staleTime: DAY_MS,
    });
    onTestFinished(list.subscribe(() => undefined));
    expect((await list.fetchNextPage()).error).toEqual(networkError());
    expect(list.getCurrentResult().data?.pages).toEqual([page]);
  });

  test('fails as the network did where the browser forbids to keep anything', async () => {
    const forbidden = () => Promise.reject(new DOMException('No', 'SecurityError'));
    vi.stubGlobal('caches', { has: forbidden, open: forbidden, keys: forbidden });
    const stop = await read([keys.ticket('7'), { id: '7' }]);
    expect(await readLater(keys.ticket('7'))).toMatchObject({ error: networkError() });
    await forgetOthersAnswers(undefined);
    stop();
  });
});
