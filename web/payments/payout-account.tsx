import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Earnings } from '#domain/earnings.ts';
import { paymentProviders } from '#domain/payment-provider.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { announce } from '../ui/toasts.tsx';

const PasswordStep = onDemand(
  async () => (await import('../accounts/two-step/password-step.tsx')).PasswordStep,
);

/** What is left to do until the payment provider can pay a developer. */
export function PayoutAccount({ earnings }: { earnings: Earnings }) {
  const [search] = useSearchParams();
  const cameBack = search.get('payouts') === 'set-up';
  const { ready, provider } = earnings.payout_account;
  const { label } = paymentProviders[provider];
  const account = useAskAccount();
  const { mutate } = account;
  const [asked, setAsked] = useState(false);
  // Returning proves nothing: only the provider knows whether it has everything.
  useEffect(() => {
    if (cameBack && !ready) mutate('look');
  }, [cameBack, ready, mutate]);

  if (ready) return null;
  return (
    <section
      aria-labelledby="payout-account"
      className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-turn px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="payout-account" className="text-lg">
          {cameBack ? 'Your payouts are not set up yet' : 'Set up your payouts'}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">
          {cameBack
            ? `${label} still needs something from you, or is still checking it. You can go on where you stopped.`
            : `Payouts go through ${label}. Tell it once who you are and where your money should go.`}
        </p>
      </div>
      <Button
        variant="primary"
        pending={account.isPending}
        pendingText={`Asking ${label}...`}
        onClick={() => mutate('go there', { onError: (cause) => setAsked(asksWho(cause)) })}
      >
        {cameBack ? 'Continue Setup' : 'Set Up Payouts'}
      </Button>
      <ErrorBox
        className="basis-full"
        text={account.error && !asksWho(account.error) ? errorText(account.error) : null}
      />
      {asked && (
        <Dialog
          open
          onOpenChange={() => setAsked(false)}
          title="Set Up Payouts"
          size="sm"
          description={`What you tell ${label} next decides where your money goes.`}
        >
          <PasswordStep
            onCancel={() => setAsked(false)}
            onConfirmed={async () => {
              await account.mutateAsync('go there');
              setAsked(false);
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

/** An older session needs the password again. */
function asksWho(cause: Error): boolean {
  return cause instanceof ApiError && cause.code === 'reauthentication_needed';
}

/** Asks the provider through the server, and opens its pages where that is requested and needed. */
function useAskAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (_then: 'look' | 'go there') => api.post('/api/earnings/account'),
    onSuccess: ({ ready, onboarding_url }, then) => {
      if (ready) {
        announce('Your payouts are set up.');
        void queryClient.invalidateQueries({ queryKey: keys.earnings() });
      } else if (then === 'go there' && onboarding_url) {
        window.location.assign(onboarding_url);
      }
    },
  });
}
