import type { KeyboardEvent } from 'react';

/** Ctrl or Cmd with Enter submits a form with fields of more than one line. */
export function submitOnModifiedEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    event.currentTarget.requestSubmit();
}
