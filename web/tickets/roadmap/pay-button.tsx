import { type ComponentProps, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { postOnce } from '../../api/steps.ts';
import { Button } from '../../ui/button.tsx';
import { alertError } from '../../ui/toasts.tsx';
import type { Checkout } from './use-checkout.ts';

interface PayButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  milestoneId: string;
  checkout: Checkout;
  label?: string;
}

/** 'Pay Milestone': opens the payment page in a new tab. */
export function PayButton({
  milestoneId,
  checkout,
  label = 'Pay Milestone',
  ...look
}: PayButtonProps) {
  const [pending, setPending] = useState(false);

  // Not useMutation, which would open the tab only after the click.
  async function pay() {
    setPending(true);
    try {
      await checkout.open(() => askCheckout(milestoneId));
    } catch (cause) {
      console.error('Failed to create checkout session', cause);
      alertError('Failed to create checkout session', errorText(cause));
    } finally {
      setPending(false);
    }
  }

  return (
    <Button {...look} pending={pending} onClick={pay}>
      {label}
    </Button>
  );
}

/** Requests the payment page of a milestone. */
async function askCheckout(milestoneId: string): Promise<string | null> {
  const answer = await postOnce('/api/milestones/{id}/checkout', { path: { id: milestoneId } });
  return answer.checkout_url;
}
