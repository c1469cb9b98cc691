import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY } from './stored-session.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
  store('mine');
});
afterEach(() => vi.unstubAllGlobals());

function store(token: string) {
  const expires_at = Date.now() / 1000 + 3600;
  stored.set(SESSION_KEY, JSON.stringify({ access_token: token, expires_at, user: { id: '1' } }));
}

function answered(data: unknown, token = 'mine') {
  const first = { token, coming: Promise.resolve(data), data };
  vi.stubGlobal('firstAnswers', new Map([['/api/x', first]]));
}

test('what is here already is taken once', async () => {
  const { firstAnswer, firstData } = await import('./first-answers.ts');
  answered({ a: 1 });
  expect(firstData('/api/y')).toBeUndefined();
  expect(firstData('/api/x')).toEqual({ a: 1 });
  expect(firstData('/api/x')).toBeUndefined();
  expect(await firstAnswer('/api/x', 'mine')).toBeNull();
});

test('what is still to come is waited for by who can wait', async () => {
  const { firstAnswer, firstData } = await import('./first-answers.ts');
  vi.stubGlobal(
    'firstAnswers',
    new Map([['/api/x', { token: 'mine', coming: Promise.resolve([2]) }]]),
  );
  expect(firstData('/api/x')).toBeUndefined();
  expect(await (await firstAnswer('/api/x', 'mine'))?.json()).toEqual([2]);
});

test('a failure is no answer: it is asked for again', async () => {
  const { firstAnswer } = await import('./first-answers.ts');
  const coming = Promise.reject(new Response('', { status: 503 }));
  vi.stubGlobal('firstAnswers', new Map([['/api/x', { token: 'mine', coming }]]));
  expect(await firstAnswer('/api/x', 'mine')).toBeNull();
});

test('nobody is shown what another session has asked for', async () => {
  const { firstAnswer, firstData } = await import('./first-answers.ts');
  answered({ a: 1 });
  store('of another');
  expect(firstData('/api/x')).toBeUndefined();
  expect(await firstAnswer('/api/x', 'of another')).toBeNull();
});

test('once the stream is open, events may have been missed: nothing is drawn with it', async () => {
  const { firstData, whenTakenLate } = await import('./first-answers.ts');
  answered({ a: 1 });
  whenTakenLate(() => undefined);
  expect(firstData('/api/x')).toBeUndefined();
});

test('what comes soon is given with the others, though a read has taken it meanwhile', async () => {
  const { firstAnswer, firstDataSoon } = await import('./first-answers.ts');
  const own = Promise.withResolvers<unknown>();
  const other = Promise.withResolvers<unknown>();
  const never = new Promise(() => undefined);
  const first = { token: 'mine', coming: own.promise, data: undefined as unknown };
  const others = [other.promise, never].map((coming, n) => [
    `/api/${n}`,
    { token: 'mine', coming },
  ]);
  vi.stubGlobal('firstAnswers', new Map([['/api/x', first], ...(others as [string, unknown][])]));
  const soon = firstDataSoon('/api/x');
  const read = firstAnswer('/api/x', 'mine');
  first.data = { a: 1 };
  own.resolve(first.data);
  other.resolve([]);
  expect(await soon).toEqual({ a: 1 });
  expect(await (await read)?.json()).toEqual({ a: 1 });
  expect(await firstDataSoon('/api/y')).toBeUndefined();
});
