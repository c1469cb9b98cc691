import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlLook, useFieldControl } from './field.tsx';

/** Grows with its text where the browser supports it, up to half the window. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...useFieldControl()}
      className={cx(
        controlLook,
        'field-sizing-content max-h-[50dvh] min-h-24 py-2 leading-relaxed',
        className,
      )}
      {...rest}
    />
  );
}
