import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx(
        'flex min-h-11 items-center gap-2.5 text-sm has-disabled:text-ink-soft md:min-h-8',
        className,
      )}
    >
      <input type="checkbox" className="size-4.5 shrink-0 accent-go" {...rest} />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}

/** Several in columns, as many as fit: one with letters twice as large on a phone. */
export const checkboxGrid =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.25rem),1fr))] gap-x-4';
