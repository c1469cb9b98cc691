import { beforeEach, expect, test, vi } from 'vitest';
import { keyOfAct } from './unsettled.ts';
import { userStorage } from './user-storage.ts';

const stored = new Map<string, string>();
const ACT = ['/api/moderation/milestones/{id}/split', { body: { released_cents: 4000 } }];

/** The browser's storage; one that is full or blocked takes nothing. */
function browserStores(stores: boolean): void {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (!stores) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
}

beforeEach(() => {
  stored.clear();
  browserStores(true);
  userStorage.belongTo(null);
  userStorage.belongTo('ana');
});

/** The same module in another tab: it shares the storage alone. */
async function otherTab(): Promise<typeof keyOfAct> {
  vi.resetModules();
  const other = await import('./unsettled.ts');
  return other.keyOfAct;
}

test('an act keeps its key until its outcome is known, also in another tab', async () => {
  const { key } = await keyOfAct(ACT);
  const again = await keyOfAct(ACT);
  expect(again.key).toBe(key);
  const inOther = await (await otherTab())(ACT);
  expect(inOther.key).toBe(key);
  again.settle();
  expect((await keyOfAct(ACT)).key).not.toBe(key);
});

test('what another tab has brought to its end is another act when it is sent again', async () => {
  const { key } = await keyOfAct(ACT);
  const inOther = await (await otherTab())(ACT);
  inOther.settle();
  expect((await keyOfAct(ACT)).key).not.toBe(key);
});

test('a browser that stores nothing keeps the key while the page is open', async () => {
  browserStores(false);
  const { key, settle } = await keyOfAct(ACT);
  expect((await keyOfAct(ACT)).key).toBe(key);
  settle();
  expect((await keyOfAct(ACT)).key).not.toBe(key);
});

test('a storage that has become full still gives the key that it has, and forgets it', async () => {
  const { key, settle } = await keyOfAct(ACT);
  browserStores(false);
  expect((await keyOfAct(ACT)).key).toBe(key);
  settle();
  expect((await keyOfAct(ACT)).key).not.toBe(key);
});

test('a key that is too old is not used again where nothing newer can be stored', async () => {
  const { key } = await keyOfAct(ACT);
  browserStores(false);
  const next = await keyOfAct(ACT, 0);
  expect(next.key).not.toBe(key);
  expect((await keyOfAct(ACT)).key).toBe(next.key);
});
