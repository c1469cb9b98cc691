const PREFIX = 'unblock.user.';
/** Whose it is; in the storage too, since people also change places between two visits. */
const OWNER = 'unblock.user';
const forgetters = new Set<() => void>();

/** What this browser keeps for the signed-in person, such as drafts. Signing out empties it. */
export const userStorage = {
  read(key: string): string | null {
    return attempt(() => localStorage.getItem(PREFIX + key)) ?? null;
  },
  write(key: string, value: string): void {
    attempt(() => localStorage.setItem(PREFIX + key, value));
  },
  remove(key: string): void {
    attempt(() => localStorage.removeItem(PREFIX + key));
  },
  /** Those that begin like this. */
  keys(prefix: string): string[] {
    const all = attempt(() => Object.keys(localStorage)) ?? [];
    return all
      .map((key) => userStorage.keyOf(key))
      .filter((key): key is string => key?.startsWith(prefix) ?? false);
  },
  /** The key under which it is known here; null for what the browser keeps for others. */
  keyOf(storedAs: string): string | null {
    return storedAs.startsWith(PREFIX) ? storedAs.slice(PREFIX.length) : null;
  },
  /** Empties it unless it is this person's already; null when nobody is signed in. */
  belongTo(personId: string | null): void {
    if (personId === (attempt(() => localStorage.getItem(OWNER)) ?? null)) return;
    for (const key of userStorage.keys('')) userStorage.remove(key);
    for (const forget of forgetters) forget();
    attempt(() => {
      if (personId === null) localStorage.removeItem(OWNER);
      else localStorage.setItem(OWNER, personId);
    });
  },
  /** For what holds a copy in memory: it is emptied together with the storage. */
  onEmptied(forget: () => void): void {
    forgetters.add(forget);
  },
};

/** Storage may be full or forbidden; the product works without it. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
