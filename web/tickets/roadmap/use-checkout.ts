import { useCallback, useState } from 'react';
import { alertError } from '../../ui/toasts.tsx';

export interface Checkout {
  /** Opens the payment page that `ask` answers with in a new tab. Call it right in the click. */
  open: (ask: () => Promise<string | null>) => Promise<void>;
  /** A payment page that the browser kept from opening; it is offered as a link instead. */
  blockedUrl: string | null;
}

const NO_CHECKOUT =
  "The payment page could not be opened. Please use 'Pay Milestone' to try again.";

export function useCheckout(): Checkout {
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);

  const open = useCallback(async (ask: () => Promise<string | null>) => {
    setBlockedUrl(null);
    const tab = openWaitingTab();
    const url = await ask().catch((cause) => {
      tab?.close();
      throw cause;
    });
    if (!url) {
      tab?.close();
      alertError(NO_CHECKOUT);
    } else if (tab && !tab.closed) {
      tab.location.replace(url);
    } else {
      setBlockedUrl(url);
    }
  }, []);

  return { open, blockedUrl };
}

/**
 * Browsers let a page open a tab only in the click itself, which is before the address is known.
 * The tab waits, and forgets who opened it before a foreign page is loaded into it.
 */
function openWaitingTab(): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = 'Opening the payment page...';
  tab.document.body.textContent = 'Opening the payment page...';
  return tab;
}
