import type { ReactNode } from 'react';
import { useAlive } from './use-alive.ts';

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
