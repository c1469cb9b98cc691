const PREFIX = 'unblock.user.';

/** What this tab keeps for a person until it is closed: text that is not sent yet. */
export const tabStorage = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },
  /** Nothing to keep leaves nothing behind. */
  write(key: string, value: string): void {
    try {
      if (value === '') sessionStorage.removeItem(PREFIX + key);
      else sessionStorage.setItem(PREFIX + key, value);
    } catch {
      // Storage may be full or forbidden; the text then lasts as long as the page.
    }
  },
};
