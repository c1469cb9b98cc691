import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { useOpenDialog } from './open-dialogs.ts';
import { Veil } from './veil.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Its heading, and the accessible name of the dialog. */
  title: string;
  /** Seen in the title's place, where the dialog keeps its name while its content changes. */
  heading?: string | undefined;
  description?: ReactNode;
  /** Buttons; they stay visible while the content scrolls. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** While an act runs, neither Escape nor a click outside closes the dialog. */
  locked?: boolean;
  /** Nothing behind it can be read. */
  solid?: boolean;
  children?: ReactNode;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  heading,
  description,
  footer,
  size = 'md',
  locked = false,
  solid = false,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  useOpenDialog(open, locked ? () => undefined : () => onOpenChange(false));
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => (locked && !next ? undefined : onOpenChange(next))}
    >
      <Radix.Portal>
        <Veil
          className={cx(
            'grid grid-cols-1 items-end overflow-y-auto overscroll-contain sm:place-items-center sm:p-4',
            solid && 'bg-paper!',
          )}
        >
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...returnFocus}
            onInteractOutside={keepOpenForToasts}
            className={cx(
              'flex max-h-[92dvh] w-full animate-rise-in flex-col rounded-t border border-line bg-surface',
              'shadow-lift outline-none sm:rounded',
              widths[size],
            )}
          >
            <div className="flex items-start justify-between gap-3 px-5 pt-4">
              <Radix.Title className={heading ? 'sr-only' : titleLook}>{title}</Radix.Title>
              {heading && <h3 className={titleLook}>{heading}</h3>}
              <Radix.Close asChild>
                <IconButton label="Close" disabled={locked} className="-mr-2">
                  <X size={20} aria-hidden />
                </IconButton>
              </Radix.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-5">
              {description && (
                <Radix.Description asChild>
                  <div className="mb-4 text-sm leading-relaxed text-ink-soft wrap-anywhere">
                    {description}
                  </div>
                </Radix.Description>
              )}
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Veil>
      </Radix.Portal>
    </Radix.Root>
  );
}

const titleLook = 'min-w-0 pt-1.5 wrap-anywhere text-xl leading-snug md:pt-0.5';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' };

/** Radix returns the focus to its own trigger; our dialogs are opened from anywhere. */
function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}

/** Clicking a toast above the dialog is not a click outside. */
function keepOpenForToasts(event: { target: EventTarget | null; preventDefault: () => void }) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) {
    event.preventDefault();
  }
}
