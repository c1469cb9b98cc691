import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldError } from './field.tsx';

interface FieldGroupProps {
  /** Names the group of checkboxes or radio buttons. */
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

export function FieldGroup({ legend, hint, error, className, children }: FieldGroupProps) {
  const id = useId();
  const describedBy = cx(error && `${id}-error`, hint && `${id}-hint`) || undefined;
  return (
    <fieldset aria-describedby={describedBy} className={cx('min-w-0', className)}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-2xs text-ink-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
