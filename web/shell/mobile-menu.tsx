import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../ui/icon-button.tsx';

interface MobileMenuProps {
  children: ReactNode;
}

/** Slides in from the right, 16 rem wide; closes when the address changes. */
export function MobileMenu({ children }: MobileMenuProps) {
  const [open, setOpen] = useState(false);
  const location = useLocation();
  useEffect(() => setOpen(false), [location.key]);

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label="Open Menu" className="md:hidden">
          <Menu size={22} aria-hidden />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-40 flex w-64 animate-slide-in-right flex-col overflow-y-auto border-l border-line bg-surface p-3 outline-none"
        >
          <div className="mb-2 flex items-center justify-between pl-3">
            <Dialog.Title className="text-base">Menu</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label="Close Menu">
                <X size={22} aria-hidden />
              </IconButton>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
