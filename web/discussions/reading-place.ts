export interface Hold {
  /** Brings what was in sight back to where it was on the screen. */
  restore: () => void;
}

/** Marks an entry of a thread; entries inside one's text, such as those of a list, are none. */
export const threadEntry = { 'data-thread-entry': '' };

/**
 * Holds on to the entries in sight. Not left to the browser: Safari does not do it, and no browser
 * does at the very top.
 */
export function holdReadingPlace(box: HTMLElement): Hold {
  const edges = box.getBoundingClientRect();
  const held = [...box.querySelectorAll('[data-thread-entry]')]
    .map((entry) => ({ entry, before: entry.getBoundingClientRect() }))
    .filter(({ before }) => before.bottom > edges.top && before.top < edges.bottom);
  return {
    restore() {
      // The oldest one may have left its page when a new message came.
      const still = held.find(({ entry }) => entry.isConnected);
      if (still) box.scrollTop += still.entry.getBoundingClientRect().top - still.before.top;
    },
  };
}
