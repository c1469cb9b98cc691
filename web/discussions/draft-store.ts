import { userStorage } from '../api/user-storage.ts';

interface Draft {
  /** What stands in the composer. */
  text: string;
  /** What has left it and is not kept elsewhere yet: until then it outlives a crash in here. */
  leaving: readonly { text: string }[];
}

const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();
userStorage.onEmptied(() => {
  drafts.clear();
  changed();
});

/** What is being written, by the name it is kept under in this browser. */
export const draftStore = {
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) addEventListener('storage', changedElsewhere);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) removeEventListener('storage', changedElsewhere);
    };
  },

  read(key: string): string {
    return read(key).text;
  },

  write(key: string, text: string): void {
    keep(key, { ...read(key), text });
  },

  /** Puts back what was taken out of the composer. */
  add(key: string, text: string): void {
    draftStore.write(key, joined([read(key).text, text]));
  },

  /** Keeps a text beside what is written next; returns the function that forgets it. */
  leave(key: string, text: string): () => void {
    const left = { text };
    const draft = read(key);
    keep(key, { ...draft, leaving: [...draft.leaving, left] });
    return () => {
      const now = read(key);
      keep(key, { ...now, leaving: now.leaving.filter((one) => one !== left) });
    };
  },

  /** Nobody writes there any more: another tab may. */
  close(key: string): void {
    if (read(key).leaving.length === 0) drafts.delete(key);
  },
};

/** A person writes in one tab at a time: their other tabs show the same, and forget what it has sent. */
function changedElsewhere({ key, newValue }: StorageEvent): void {
  const own = key === null ? null : userStorage.keyOf(key);
  const draft = own === null ? undefined : drafts.get(own);
  if (own === null || !draft) return;
  drafts.set(own, { ...draft, text: newValue ?? '' });
  changed();
}

function read(key: string): Draft {
  const draft = drafts.get(key) ?? { text: userStorage.read(key) ?? '', leaving: [] };
  drafts.set(key, draft);
  return draft;
}

function keep(key: string, draft: Draft): void {
  drafts.set(key, draft);
  const all = joined([...draft.leaving.map(({ text }) => text), draft.text]);
  if (all === '') userStorage.remove(key);
  else userStorage.write(key, all);
  changed();
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function changed(): void {
  for (const listener of listeners) listener();
}
