import type { KeyboardEvent } from 'react';

/** Sends a form by Ctrl or Cmd and Enter in a text field. */
export function sendOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
