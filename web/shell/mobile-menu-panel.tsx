import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { Veil } from '../ui/veil.tsx';

interface MobileMenuPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/** Slides in from the right, 16 rem wide. */
export function MobileMenuPanel({ open, onOpenChange, opener, children }: MobileMenuPanelProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
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
