import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlLook, useFieldControl } from './field.tsx';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      dir="auto"
      {...useFieldControl()}
      className={cx(controlLook, 'h-11 md:h-10', className)}
      {...rest}
    />
  );
}
