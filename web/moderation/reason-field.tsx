import type { ComponentProps, ReactNode } from 'react';
import { reasonSchema } from '#domain/decision.ts';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';

interface ReasonFieldProps extends ComponentProps<'textarea'> {
  /** Who reads it. */
  hint?: ReactNode;
  error: string | undefined;
}

/** A moderator's reason. */
export function ReasonField({
  hint = 'Both sides read it, in the discussion and by mail.',
  error,
  ...input
}: ReasonFieldProps) {
  return (
    <Field label="Reason" hint={hint} error={error}>
      <Textarea {...input} />
    </Field>
  );
}

/** The server's message for an invalid reason, or true. */
export function reasonProblem(reason: string): string | true {
  const checked = reasonSchema.safeParse({ reason });
  return checked.success || (checked.error.issues[0]?.message ?? 'Please give a reason');
}
