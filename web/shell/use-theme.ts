import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'unblock.theme';
const listeners = new Set<() => void>();

/** The theme in force, and the switch. Choosing what the system has anyway follows the system again. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  // The built pages cannot know; the icon is corrected when the browser takes over.
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'light' as const);
  return [theme, chooseTheme];
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

function systemTheme(): Theme {
  return darkQuery().matches ? 'dark' : 'light';
}

function chooseTheme(theme: Theme): void {
  const followsSystem = theme === systemTheme();
  if (followsSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (followsSystem) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  darkQuery().addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    darkQuery().removeEventListener('change', listener);
  };
}

function darkQuery(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
