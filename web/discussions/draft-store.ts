import { userStorage } from '../api/user-storage.ts';
import { createStore } from '../ui/create-store.ts';

const drafts = new Map<string, string>();
const store = createStore(drafts, () => {
  addEventListener('storage', changedElsewhere);
  return () => removeEventListener('storage', changedElsewhere);
});
userStorage.onEmptied(() => {
  drafts.clear();
  changed();
});

/** Texts being written, by their storage key. */
export const draftStore = {
  subscribe: store.subscribe,

  read(key: string): string {
    const draft = drafts.get(key) ?? userStorage.read(key) ?? '';
    drafts.set(key, draft);
    return draft;
  },

  write(key: string, text: string): void {
    drafts.set(key, text);
    if (text === '') userStorage.remove(key);
    else userStorage.write(key, text);
    changed();
  },

  /** Adds a text to another one, for which it is now. */
  move(from: string, to: string): void {
    const text = draftStore.read(from);
    if (text !== '') {
      draftStore.write(to, [draftStore.read(to), text].filter(Boolean).join('\n\n'));
      draftStore.write(from, '');
    }
    draftStore.close(from);
  },

  /** Another tab may write there now. */
  close(key: string): void {
    drafts.delete(key);
  },
};

/** A person writes in one tab at a time: other tabs show the same, and drop what it has sent. */
function changedElsewhere(event: StorageEvent): void {
  const own = userStorage.changedKey(event);
  if (own === null || !drafts.has(own)) return;
  drafts.set(own, event.newValue ?? '');
  changed();
}

function changed(): void {
  store.set(drafts);
}
