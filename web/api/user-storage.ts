const PREFIX = 'unblock.user.';

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
  clear(): void {
    attempt(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(PREFIX)) localStorage.removeItem(key);
      }
    });
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
