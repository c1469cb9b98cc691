import { type RefObject, useEffect, useState } from 'react';

/**
 * Focuses an element once a dialog is gone, where what had opened it is gone too. A frame later is not
 * enough: while the dialog stands it takes the focus back.
 */
export function useFocusAfter(element: RefObject<HTMLElement | null>): () => void {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    // After the dialog's own return of the focus, which is queued when it is taken away.
    const timer = setTimeout(() => {
      element.current?.focus();
      setWaiting(false);
    });
    return () => clearTimeout(timer);
  }, [waiting, element]);
  return () => setWaiting(true);
}
