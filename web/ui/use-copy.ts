import { useEffect, useState } from 'react';

const COPIED_FOR_MS = 2000;

/** Copies a text, where the browser allows it, and confirms it for a moment. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  /** Resolves to false without permission. */
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
