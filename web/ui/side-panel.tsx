import { Dialog } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';
import { useOpenDialog } from './open-dialogs.ts';
import { Veil } from './veil.tsx';

export interface SidePanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
}

interface FilledSidePanelProps extends SidePanelProps {
  className: string;
  /** Contains a `Dialog.Title`, which names it. */
  children: ReactNode;
}

/** Slides in from the right, over the page. */
export function SidePanel({ open, onOpenChange, opener, ...content }: FilledSidePanelProps) {
  useOpenDialog(open, () => onOpenChange(false));
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
          className={cx(
            'fixed inset-y-0 right-0 z-40 flex animate-slide-in-right flex-col border-l border-line bg-surface outline-none',
            content.className,
          )}
        >
          {content.children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
