/** How many dialogs of moderators' acts are open. */
let dialogs = 0;
let isLate = false;

/**
 * Keeps the moderators' lists as they are while somebody writes in a dialog over one of them: the dialog
 * belongs to an entry, and would go with it. Answers with what lets go, and says then whether the lists
 * are out of date.
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

/** Brings the lists up to date, now or once nobody writes over them any more. */
export function refreshQueues(refresh: () => void): void {
  if (dialogs === 0) refresh();
  else isLate = true;
}
