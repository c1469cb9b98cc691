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

test('nothing is kept of an empty draft', () => {
  drafts.write('draft.a', 'Sent');
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

test('what was begun to nobody is added to what was begun to the person who comes', async () => {
  drafts.write('draft.a.7', 'Who can mend it?');
  drafts.move('draft.a.7', 'draft.a.7.dan');
  drafts.move('draft.a.7', 'draft.a.7.dan');
  await visit();
  expect(drafts.read('draft.a.7')).toBe('');
  expect(drafts.read('draft.a.7.dan')).toBe('Who can mend it?');
  drafts.write('draft.a.7', 'And when?');
  drafts.move('draft.a.7', 'draft.a.7.dan');
  expect(drafts.read('draft.a.7.dan')).toBe('Who can mend it?\n\nAnd when?');
});
