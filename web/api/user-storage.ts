import { tryStorage } from './try-storage.ts';

const PREFIX = 'unblock.user.';
/** The owner; stored too, as people also change between visits. */
const OWNER = 'unblock.user';
const forgetters = new Set<() => void>();
/** Whose screens this tab shows, or has shown last; undefined until it is known. */
let here: string | null | undefined;

/**
 * Browser storage of a person, such as drafts. It stays when their session is lost, for them alone:
 * signing out, or another person, empties it. Another tab may have given it to somebody else: then this
 * tab neither reads nor writes.
 */
export const userStorage = {
  read(key: string): string | null {
    return tryStorage(() => (isOurs() ? localStorage.getItem(PREFIX + key) : null)) ?? null;
  },
  write(key: string, value: string): void {
    tryStorage(() => isOurs() && localStorage.setItem(PREFIX + key, value));
  },
  /** What `writeValue` has kept; null for nothing, and for what cannot be read. */
  readValue<Value>(key: string): Value | null {
    const stored = userStorage.read(key);
    return stored === null ? null : (tryStorage(() => JSON.parse(stored)) ?? null);
  },
  writeValue(key: string, value: unknown): void {
    userStorage.write(key, JSON.stringify(value));
  },
  remove(key: string): void {
    tryStorage(() => isOurs() && localStorage.removeItem(PREFIX + key));
  },
  /** Keys with this prefix. */
  keys(prefix: string): string[] {
    const all = tryStorage(() => Object.keys(localStorage)) ?? [];
    return all.map(keyOf).filter((key): key is string => key?.startsWith(prefix) ?? false);
  },
  /** The key without our prefix of what another tab changed; null for what is not ours. */
  changedKey({ key }: StorageEvent): string | null {
    return key === null || !isOurs() ? null : keyOf(key);
  },
  /** Whose it is; null while it is nobody's. */
  owner(): string | null {
    return tryStorage(() => localStorage.getItem(OWNER)) ?? null;
  },
  /** Empties it unless it is this person's already; null for nobody. */
  belongTo(personId: string | null): void {
    const isNew = personId !== userStorage.owner();
    const isNewHere = here === undefined ? isNew : here !== personId;
    here = personId;
    if (isNew) tryStorage(() => empty(personId));
    if (isNewHere) for (const forget of forgetters) forget();
  },
  /** For copies in memory, which are cleared together with the storage. */
  onEmptied(forget: () => void): void {
    forgetters.add(forget);
  },
};

/** Without an owner first: so other tabs know that it was not its owner who took a draft back. */
function empty(next: string | null): void {
  localStorage.removeItem(OWNER);
  for (const key of userStorage.keys('')) localStorage.removeItem(PREFIX + key);
  if (next !== null) localStorage.setItem(OWNER, next);
}

function isOurs(): boolean {
  return here === undefined || userStorage.owner() === here;
}

function keyOf(storedAs: string): string | null {
  return storedAs.startsWith(PREFIX) ? storedAs.slice(PREFIX.length) : null;
}
