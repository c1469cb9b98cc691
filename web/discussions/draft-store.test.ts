import { beforeEach, expect, test, vi } from 'vitest';

const storage = new Map<string, string>();
/** Hears what other tabs keep in the storage. */
const tab = new EventTarget();
let drafts: typeof import('./draft-store.ts').draftStore;

/** Another visit to the same browser: nothing but its storage is left. */
async function visit(): Promise<void> {
  vi.resetModules();
  ({ draftStore: drafts } = await import('./draft-store.ts'));
}

beforeEach(async () => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
  await visit();
});

/** What the browser says when another tab has kept something. */
function keepElsewhere(key: string, newValue: string | null): void {
  tab.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
}

test('what is being written is there again after a crash', async () => {
  drafts.write('draft.a', 'Half a sen');
  await visit();
  expect(drafts.read('draft.a')).toBe('Half a sen');
});

test('what has left the composer is there again after a crash, until it is kept elsewhere', async () => {
  const forget = drafts.leave('draft.a', 'Sent a moment ago');
  drafts.write('draft.a', 'The next one');
  expect(drafts.read('draft.a')).toBe('The next one');
  drafts.close('draft.a');
  expect(drafts.read('draft.a'), 'after a look at another thread').toBe('The next one');
  const crashed = new Map(storage);
  forget();
  await visit();
  expect(drafts.read('draft.a')).toBe('The next one');
  for (const [key, value] of crashed) storage.set(key, value);
  await visit();
  expect(drafts.read('draft.a')).toBe('Sent a moment ago\n\nThe next one');
});

test('what was taken back stands behind what was written meanwhile', () => {
  drafts.write('draft.a', 'Meanwhile');
  drafts.add('draft.a', 'Taken back');
  expect(drafts.read('draft.a')).toBe('Meanwhile\n\nTaken back');
});

test('nothing is kept of an empty draft', () => {
  drafts.leave('draft.a', 'Sent')();
  drafts.write('draft.a', '');
  expect(storage.size).toBe(0);
});

test('what one writes in a tab stands in one’s other tabs too, until it is sent there', () => {
  let told = 0;
  const stop = drafts.subscribe(() => {
    told += 1;
  });
  drafts.write('draft.a', 'Begun here');
  const [storedAs = ''] = storage.keys();
  keepElsewhere(storedAs, 'Begun here, ended there');
  expect(drafts.read('draft.a')).toBe('Begun here, ended there');
  keepElsewhere(storedAs, null);
  expect(drafts.read('draft.a')).toBe('');
  expect(told).toBe(3);
  keepElsewhere('of another site', 'x');
  stop();
  keepElsewhere(storedAs, 'Nobody looks');
  expect(told).toBe(3);
});
