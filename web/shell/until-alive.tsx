import { type ReactNode, useSyncExternalStore } from 'react';

/**
 * Holds back the buttons and forms of a built page until its code has arrived. Before that a press
 * would be lost, and a form would send itself the browser's own way, passwords in the address.
 */
export function UntilAlive({ children }: { children: ReactNode }) {
  return (
    <fieldset role="presentation" disabled={!useAlive()} className="waking contents">
      {children}
    </fieldset>
  );
}

/** False in the built page, true once the browser has taken it over and its buttons do something. */
function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
