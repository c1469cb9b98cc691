import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '../api/keys.ts';
import { usePages } from '../api/use-pages.ts';

const PAUSE_MS = 250;

/** Searches while one types, once the typing pauses. */
export function useMessageSearch(typed: string) {
  const words = usePaused(typed.trim());
  const { items, ...list } = usePages(keys.messageSearch(words), '/api/messages/search', {
    query: { q: words },
    ...{ enabled: words !== '', placeholderData: keepPreviousData },
  });
  return { ...list, found: words === '' ? undefined : items };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
