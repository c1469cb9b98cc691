import { beforeEach, expect, test, vi } from 'vitest';
import { userStorage } from './user-storage.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  // Like the browser's own: its members are what is stored.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  userStorage.belongTo('ana');
  userStorage.write('draft', 'a half-written question');
});

test('what a person left stays theirs, also after a reload', () => {
  userStorage.belongTo('ana');
  expect(userStorage.read('draft')).toBe('a half-written question');
});

test.each([
  ['somebody else', 'ben'],
  ['nobody', null],
])('it is gone when %s is here, and from memory too', (_, person) => {
  stored.set('unblock.theme', 'dark');
  const forget = vi.fn();
  userStorage.onEmptied(forget);
  userStorage.belongTo(person);
  expect(userStorage.read('draft')).toBeNull();
  expect(forget).toHaveBeenCalledOnce();
  userStorage.belongTo('ana');
  expect(userStorage.read('draft')).toBeNull();
  expect(stored.get('unblock.theme')).toBe('dark');
});

test('what another tab has given to somebody else is neither read nor written here', () => {
  stored.set('unblock.user', 'ben');
  userStorage.write('draft', 'more of the question');
  expect(userStorage.read('draft')).toBeNull();
  expect(userStorage.changedKey({ key: 'unblock.user.draft' } as StorageEvent)).toBeNull();
  expect(stored.get('unblock.user.draft')).toBe('a half-written question');
  const forget = vi.fn();
  userStorage.onEmptied(forget);
  userStorage.belongTo('ana');
  expect(userStorage.read('draft')).toBeNull();
  // This tab shows the same person all the while: what it has in memory is theirs.
  expect(forget).not.toHaveBeenCalled();
});
