/** Open dialogs of moderators' acts. */
let dialogs = 0;
let isLate = false;

/**
 * Keeps moderators' lists unchanged while a dialog over one of them is open: it belongs to an entry and
 * would disappear with it. Returns a function that releases them and says whether they are out of date.
 */
export function holdQueues(): () => boolean {
  dialogs += 1;
  return () => {
    dialogs -= 1;
    const wasLate = isLate;
    if (dialogs === 0) isLate = false;
    return dialogs === 0 && wasLate;
  };
}

/** Refreshes the lists, now or when the last dialog closes. */
export function refreshQueues(refresh: () => void): void {
  if (dialogs === 0) refresh();
  else isLate = true;
}
