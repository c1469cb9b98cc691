import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd and Enter sends a form from within its text. */
export function sendOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
