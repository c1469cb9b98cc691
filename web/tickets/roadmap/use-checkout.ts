import { useCallback, useState } from 'react';
import { alertError } from '../../ui/toasts.tsx';

export interface Checkout {
  /** Opens the payment page returned by `ask` in a new tab. Call it directly in the click. */
  open: (ask: () => Promise<string | null>) => Promise<void>;
  /** A payment page that the browser blocked, to be offered as a link. */
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
 * Browsers open a tab only within the click, before the URL is known. The tab waits, and loses its
 * opener before a foreign page loads.
 */
function openWaitingTab(): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = 'Opening the payment page...';
  tab.document.body.textContent = 'Opening the payment page...';
  return tab;
}
