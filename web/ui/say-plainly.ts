/** As long as a toast stays. */
const SHOWN_MS = 8000;

let list: HTMLElement | undefined;
let unsayLast = () => {};

/**
 * Says something at once and without more code, where that may not come; also on pages without toasts.
 * Returns a function that takes it away.
 */
export function sayPlainly(text: string): () => void {
  if (!list) {
    list = document.createElement('div');
    // Open dialogs leave such a list to be read.
    list.ariaLive = 'polite';
    list.className =
      'pointer-events-none fixed top-17 right-4 z-60 w-89 max-w-[calc(100%-2rem)] space-y-2';
    document.body.append(list);
  }
  const line = document.createElement('p');
  line.role = 'alert';
  line.className = 'card px-4 py-3 text-sm text-ink shadow-lift';
  line.textContent = text;
  list.append(line);
  return () => line.remove();
}

/** The same, for a while, or until the next one. */
export function sayPlainlyForNow(text: string): void {
  unsayLast();
  unsayLast = sayPlainly(text);
  setTimeout(unsayLast, SHOWN_MS);
}
