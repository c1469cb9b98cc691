import type { ComponentProps } from 'react';
import { cx } from '../ui/cx.ts';

/** A button that looks like a link, for changing the form's mode. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={cx('link min-h-11 text-sm disabled:opacity-55 md:min-h-6', className)}
      {...rest}
    />
  );
}
