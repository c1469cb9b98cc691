const PREFIX = 'unblock.user.';
/** The owner; stored too, as people also change between visits. */
const OWNER = 'unblock.user';
const forgetters = new Set<() => void>();

/** Browser storage of the signed-in person, such as drafts. Cleared on sign-out. */
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
  /** Keys with this prefix. */
  keys(prefix: string): string[] {
    const all = attempt(() => Object.keys(localStorage)) ?? [];
    return all
      .map((key) => userStorage.keyOf(key))
      .filter((key): key is string => key?.startsWith(prefix) ?? false);
  },
  /** The key without our prefix; null for other keys in storage. */
  keyOf(storedAs: string): string | null {
    return storedAs.startsWith(PREFIX) ? storedAs.slice(PREFIX.length) : null;
  },
  /** Whose it is; null while nobody is signed in. */
  owner(): string | null {
    return attempt(() => localStorage.getItem(OWNER)) ?? null;
  },
  /** Clears it unless it is this person's already; null when nobody is signed in. */
  belongTo(personId: string | null): void {
    if (personId === userStorage.owner()) return;
    for (const key of userStorage.keys('')) userStorage.remove(key);
    for (const forget of forgetters) forget();
    attempt(() => {
      if (personId === null) localStorage.removeItem(OWNER);
      else localStorage.setItem(OWNER, personId);
    });
  },
  /** For copies in memory, which are cleared together with the storage. */
  onEmptied(forget: () => void): void {
    forgetters.add(forget);
  },
};

/** Storage may be full or blocked; the product works without it. */
function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
