import { Moon, Sun } from 'lucide-react';
import { tryStorage } from '../api/try-storage.ts';
import { createStore, useStore } from '../ui/create-store.ts';
import { IconButton } from '../ui/icon-button.tsx';

type Theme = 'light' | 'dark';

const STORAGE_KEY = 'unblock.theme';

const inForce = createStore<Theme>(
  typeof document === 'undefined' ? 'light' : currentTheme(),
  () => {
    const query = darkQuery();
    query.addEventListener('change', look);
    look();
    return () => query.removeEventListener('change', look);
  },
);

/** The current theme, and a setter. Choosing the system's theme follows the system again. */
function useTheme(): [Theme, (theme: Theme) => void] {
  // Prerendered pages cannot know; the icon is corrected on hydration.
  return [useStore(inForce, 'light'), chooseTheme];
}

function look(): void {
  inForce.set(currentTheme());
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
  // Without storage the choice lasts as long as the page.
  tryStorage(() =>
    followsSystem ? localStorage.removeItem(STORAGE_KEY) : localStorage.setItem(STORAGE_KEY, theme),
  );
  look();
}

function darkQuery(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  return theme === 'light' ? (
    <IconButton label="Use dark theme" onClick={() => choose('dark')}>
      <Moon size={18} aria-hidden />
    </IconButton>
  ) : (
    <IconButton label="Use light theme" onClick={() => choose('light')}>
      <Sun size={18} aria-hidden />
    </IconButton>
  );
}
