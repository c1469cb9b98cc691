import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

interface CodeFieldProps extends ComponentProps<'input'> {
  kind: 'app' | 'backup';
  error: string | undefined;
}

/** An app's six digits, or a backup code. */
export function CodeField({ kind, error, ...input }: CodeFieldProps) {
  const isApp = kind === 'app';
  return (
    <Field
      label={isApp ? 'Code' : 'Backup Code'}
      hint={isApp ? 'The six digits that your authenticator app shows now.' : 'Each works once.'}
      error={error}
    >
      <Input
        {...(isApp
          ? { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 }
          : { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 40 })}
        className="font-mono tracking-widest"
        {...input}
      />
    </Field>
  );
}

/** Checked before sending. */
export const CODE_RULES = {
  app: {
    required: 'Please enter the code',
    pattern: { value: /^\s*\d{3}\s?\d{3}\s*$/, message: 'A code has six digits' },
  },
  backup: { required: 'Please enter a backup code' },
};
