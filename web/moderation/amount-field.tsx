import { type Control, useController } from 'react-hook-form';
import { centsOf } from '../ui/dollars.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

/** An amount of money that an act of a moderator is about. */
export interface AskedAmount {
  label: string;
  /** What stands there at first. */
  start?: string;
  /** Said below, of what is typed, once it is an amount. */
  hint?: (cents: number) => string | null;
  /** What is wrong with an amount. */
  problem?: (cents: number) => string | null;
  /** What it becomes in the call. */
  body: (cents: number) => object;
}

/** What the form of a reason holds. */
export interface Typed {
  amount: string;
  borne_by: string;
  reason: string;
}

interface AmountFieldProps {
  amount: AskedAmount;
  control: Control<Typed>;
  readOnly: boolean;
}

/** How much, in dollars. */
export function AmountField({ amount, control, readOnly }: AmountFieldProps) {
  const { field, fieldState } = useController({
    control,
    name: 'amount',
    rules: { validate: (typed) => problemWith(typed, amount) ?? true },
  });
  const cents = centsOf(field.value);
  return (
    <Field
      label={amount.label}
      hint={(cents !== null && amount.hint?.(cents)) || 'US dollars'}
      error={fieldState.error?.message}
    >
      <Input inputMode="decimal" autoComplete="off" readOnly={readOnly} {...field} />
    </Field>
  );
}

function problemWith(typed: string, { problem }: AskedAmount): string | null {
  const cents = centsOf(typed);
  if (cents === null) return 'Please give an amount such as 12.50';
  return problem?.(cents) ?? null;
}
