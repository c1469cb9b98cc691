import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../ui/icon-button.tsx';
import { useOnDemand } from './use-on-demand.ts';

interface MobileMenuProps {
  children: ReactNode;
}

/** The menu of narrow screens; closes when the address changes. */
export function MobileMenu({ children }: MobileMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const location = useLocation();
  const panel = useOnDemand(loadPanel);
  useEffect(() => setOpen(false), [location.key]);

  return (
    <>
      <IconButton
        ref={button}
        label="Open Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="md:hidden"
        onPointerDown={panel.warmUp}
        onFocus={panel.warmUp}
        onClick={async () => setOpen(await panel.fetch())}
      >
        <Menu size={22} aria-hidden />
      </IconButton>
      {panel.part && (
        <panel.part open={open} onOpenChange={setOpen} opener={button}>
          {children}
        </panel.part>
      )}
    </>
  );
}

async function loadPanel() {
  const { MobileMenuPanel } = await import('./mobile-menu-panel.tsx');
  return MobileMenuPanel;
}
