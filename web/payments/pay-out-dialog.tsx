import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Earnings } from '#domain/earnings.ts';
import { formatCents } from '#domain/money.ts';
import { paymentProviders } from '#domain/payment-provider.ts';
import { errorText } from '../api/api-error.ts';
import { keys } from '../api/query-keys.ts';
import { postOnce } from '../api/steps.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { centsOf, dollarsOf } from '../ui/dollars.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { announce } from '../ui/toasts.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { amountProblem } from './payout-amount.ts';

interface PayOutDialogProps {
  earnings: Earnings;
  onClose: () => void;
}

/** Asks for the amount, by default all of it, and says where it goes. */
export function PayOutDialog({ earnings, onClose }: PayOutDialogProps) {
  const queryClient = useQueryClient();
  const { available_cents } = earnings;
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { amount: dollarsOf(available_cents) },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'amount');

  const payOut = handleSubmit(async ({ amount }) => {
    const body = { amount_cents: centsOf(amount) ?? 0 };
    try {
      const payout = await postOnce('/api/earnings/payouts', { body });
      announce(`Your payout of ${formatCents(payout.amount_cents)} is on its way.`);
      onClose();
    } catch (cause) {
      setError('root', { message: errorText(cause) });
    }
    // Also after a refusal: the available amount has changed.
    void queryClient.invalidateQueries({ queryKey: keys.earnings() });
  });

  return (
    <ActDialog
      title="Pay Out"
      description={destination(earnings)}
      act="Pay Out"
      size="sm"
      onSubmit={payOut}
      pending={isSubmitting}
      onClose={onClose}
    >
      <ErrorBox text={errors.root?.message} />
      <Field
        label="Amount"
        hint={`In US dollars. ${formatCents(available_cents)} is available.`}
        error={errors.amount?.message}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          readOnly={isSubmitting}
          {...register('amount', {
            validate: (amount) => amountProblem(amount, available_cents) ?? true,
          })}
        />
      </Field>
    </ActDialog>
  );
}

function destination({ payout_account }: Earnings): string {
  const { label, isReal } = paymentProviders[payout_account.provider];
  return isReal
    ? `It goes to the bank account that you have given to ${label}, which usually takes a few days.`
    : 'This is a test transfer: it leaves your balance here, and no real money moves.';
}
