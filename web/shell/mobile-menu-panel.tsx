import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { SidePanel, type SidePanelProps } from '../ui/side-panel.tsx';

interface MobileMenuPanelProps extends SidePanelProps {
  children: ReactNode;
}

/** 16 rem wide. Source: specification 2.2. */
export function MobileMenuPanel({ children, ...panel }: MobileMenuPanelProps) {
  return (
    <SidePanel {...panel} className="w-64 overflow-y-auto p-3">
      <div className="mb-2 flex items-center justify-between pl-3">
        <Dialog.Title className="text-base">Menu</Dialog.Title>
        <Dialog.Close asChild>
          <IconButton label="Close Menu">
            <X size={22} aria-hidden />
          </IconButton>
        </Dialog.Close>
      </div>
      {children}
    </SidePanel>
  );
}
