import { useEffect, useState } from 'react';

const COPIED_FOR_MS = 2000;

/** Puts a text on the clipboard, where the browser allows it, and says for a moment that it has. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  /** Resolves to false without the permission. */
  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    setCopied(true);
    return true;
  }

  return { copied, copy };
}
