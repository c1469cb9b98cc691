import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { useTheme } from './use-theme.ts';

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
