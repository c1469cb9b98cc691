import { beforeEach, expect, test, vi } from 'vitest';
import { userStorage } from '../api/user-storage.ts';
import { keptFiles } from './kept-files.ts';

vi.mock('../api/writer.ts', () => ({ writer: () => 'ana' }));

const stored = new Map<string, unknown>();
/** What the next opening of the database waits for. */
let opening: Promise<void> = Promise.resolve();

function asked(act: () => unknown, when: Promise<void> = Promise.resolve()) {
  const request: { result?: unknown; onsuccess?: () => void } = {};
  void when.then(() => {
    request.result = act();
    request.onsuccess?.();
  });
  return request;
}

const files = {
  get: (key: string) => asked(() => stored.get(key)),
  put: (kept: unknown, key: string) => asked(() => stored.set(key, kept)),
  delete: (key: string) => asked(() => stored.delete(key)),
  getAllKeys: () => asked(() => [...stored.keys()]),
};

beforeEach(() => {
  const owner = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => owner.get(key) ?? null,
    setItem: (key: string, value: string) => void owner.set(key, value),
    removeItem: (key: string) => void owner.delete(key),
  });
  const database = { transaction: () => ({ objectStore: () => files }), close: () => undefined };
  vi.stubGlobal('indexedDB', {
    open: () => {
      const when = opening;
      opening = Promise.resolve();
      return asked(() => database, when);
    },
  });
  stored.clear();
  userStorage.belongTo('ana');
});

test('a file that is being kept while its person signs out is not left behind', async () => {
  const file = new File(['secret'], 'notes.txt');
  await keptFiles.write('request', [file]);
  expect(await keptFiles.read('request')).toEqual([file]);
  const slow = Promise.withResolvers<void>();
  opening = slow.promise;
  const kept = keptFiles.write('message', [file]);
  userStorage.belongTo(null);
  await keptFiles.dropOthers();
  slow.resolve();
  await kept;
  expect([...stored.keys()]).toEqual([]);
});
