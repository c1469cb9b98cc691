import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { usePanel } from './use-panel.ts';

interface MobileMenuProps {
  children: ReactNode;
}

export function MobileMenu({ children }: MobileMenuProps) {
  const { Panel, panel, opener } = usePanel(loadPanel);

  return (
    <>
      <IconButton {...opener} label="Open Menu" className="md:hidden">
        <Menu size={22} aria-hidden />
      </IconButton>
      {Panel && <Panel {...panel}>{children}</Panel>}
    </>
  );
}

async function loadPanel() {
  const { MobileMenuPanel } = await import('./mobile-menu-panel.tsx');
  return MobileMenuPanel;
}
