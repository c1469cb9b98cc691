import { type ReactNode, useSyncExternalStore } from 'react';

/**
 * Disables the buttons and forms of a prerendered page until it is hydrated. Before that a press would
 * be lost, and a form would be sent by the browser, with passwords in the address.
 */
export function UntilAlive({ children }: { children: ReactNode }) {
  return (
    <fieldset role="presentation" disabled={!useAlive()} className="waking contents">
      {children}
    </fieldset>
  );
}

/** False in the prerendered page, true after hydration. */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
