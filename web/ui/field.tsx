import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';
import { cx } from './cx.ts';

interface FieldProps {
  /** The visible label and accessible name. */
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  /** One Input, Textarea or Select, which gets its id and descriptions here. */
  children: ReactNode;
}

export function Field({ label, hint, error, optional, className, children }: FieldProps) {
  const id = useId();
  const parts = { hint: `${id}-hint`, error: `${id}-error` };
  const describedBy = cx(error && parts.error, (hint || optional) && parts.hint) || undefined;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {(hint || optional) && (
        <p id={parts.hint} className="text-2xs text-ink-soft">
          {optional && 'Optional. '}
          {hint}
        </p>
      )}
      <FieldError id={parts.error} text={error} />
    </div>
  );
}

export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-harm-ink">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      {text}
    </p>
  );
}

interface FieldLink {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldLink | null>(null);

/** Attributes that connect a control with its Field. */
export function useFieldControl(): {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
} {
  const field = use(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
    ...(field.invalid && { 'aria-invalid': true as const }),
  };
}

export const controlLook = cx(
  'w-full min-w-0 rounded border border-edge bg-surface px-3 text-base text-ink md:text-sm',
  'placeholder:text-ink-soft aria-invalid:border-harm disabled:bg-sunken disabled:text-ink-soft',
);
