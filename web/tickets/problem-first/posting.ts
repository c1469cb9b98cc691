import { tryStorage } from '../../api/try-storage.ts';
import { createStore, useStore } from '../../ui/create-store.ts';

// Small: every page knows whether a request waits to be posted. What posts it loads when one does.

const KEY = 'unblock.posting';

/** A request that its author has submitted and that waits for their account. */
export interface Posting {
  /** Names this act, for repeated calls. */
  id: string;
  /**
   * account: signing in or up; holding: on its way to the server; held: until the address is confirmed;
   * failed: could not be held, but stays in this browser; posting: signed in, and on its way;
   * before: the address that its author has changed since was confirmed and has posted it.
   */
  stage: 'account' | 'holding' | 'held' | 'failed' | 'posting' | 'before';
  /** Files on the server, of how many. */
  sent: number;
  files: number;
  /** At the stage `before`: that address. */
  email?: string;
}

const store = createStore<Posting | null>(found());

/** Of this tab alone: somebody who signs in elsewhere in this browser finds a draft, and posts nothing. */
export const posting = {
  get: store.get,
  begin(files: number): void {
    const id = crypto.randomUUID();
    tryStorage(() => sessionStorage.setItem(KEY, id));
    store.set({ id, stage: 'account', sent: 0, files });
  },
  show(change: Partial<Posting>): void {
    const now = store.get();
    if (now) store.set({ ...now, ...change });
  },
  /** Posted for an address before: what is written here from now on is another request. */
  endBefore(email: string): void {
    posting.show({ stage: 'before', email });
    tryStorage(() => sessionStorage.removeItem(KEY));
  },
  /** Posted, or given up. */
  end(): void {
    tryStorage(() => sessionStorage.removeItem(KEY));
    store.set(null);
  },
};

export function postedFor(email: string): string {
  return `Your request is posted: ${email} is confirmed. Sign in with that address to see it.`;
}

export function usePosting(): Posting | null {
  return useStore<Posting | null>(store, null);
}

/** After a reload, or on the way back from a provider of sign-ins. */
function found(): Posting | null {
  if (typeof document === 'undefined') return null;
  const id = tryStorage(() => sessionStorage.getItem(KEY));
  return id ? { id, stage: 'account', sent: 0, files: 0 } : null;
}
