import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name and tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded text-ink-soft',
        'transition-colors duration-150 hover:bg-sunken hover:text-ink disabled:opacity-55 md:size-9',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
