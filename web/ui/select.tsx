import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlLook, useFieldControl } from './field.tsx';

/** The browser's own select, which works best on phones and for screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...useFieldControl()}
        className={cx(controlLook, 'h-11 appearance-none truncate pr-9 md:h-10')}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
      />
    </span>
  );
}
