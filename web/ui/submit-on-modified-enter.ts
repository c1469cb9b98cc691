import type { KeyboardEvent } from 'react';

/**
 * Ctrl or Cmd with Enter presses the form's submit button, wherever that is: a disabled one sends
 * nothing, and neither does a key that is held.
 */
export function submitOnModifiedEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (event.repeat) return;
  const controls = [...event.currentTarget.elements] as (HTMLElement & { type?: string })[];
  controls.find(({ type }) => type === 'submit')?.click();
}
