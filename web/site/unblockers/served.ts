import { SERVED_DATA } from '#domain/site.ts';

/**
 * What the server has put into this page for its first screen; null on every later one, as it goes with
 * the words that it stands among.
 */
export function servedData<Data>(): Data | null {
  const text = document.getElementById(SERVED_DATA)?.textContent;
  return text ? (JSON.parse(text) as Data) : null;
}

/** Takes the served tags away, whose place the screen's own have taken. */
export function dropServedTags(): void {
  for (const tag of document.head.querySelectorAll('[data-served]')) tag.remove();
}
