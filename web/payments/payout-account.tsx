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

/** Where a developer's money goes: what is left to do until it can, and then the way to change it. */
export function PayoutAccount({ earnings }: { earnings: Earnings }) {
  const { ready, provider } = earnings.payout_account;
  const { label, isReal } = paymentProviders[provider];
  if (!ready) return <SetUp label={label} />;
  return isReal ? <ChangeAccount label={label} /> : null;
}

/** What is left to do until the payment provider can pay a developer. */
function SetUp({ label }: { label: string }) {
  const [search] = useSearchParams();
  const cameBack = search.get('payouts') === 'set-up';
  const account = useAskAccount();
  const { mutate } = account;
  const [asked, setAsked] = useState(false);
  const onSuccess = ({ onboarding_url }: { onboarding_url: string | null }) => goTo(onboarding_url);
  // Returning proves nothing: only the provider knows whether it has everything.
  useEffect(() => {
    if (cameBack) mutate();
  }, [cameBack, mutate]);

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
        onClick={() =>
          mutate(undefined, { onSuccess, onError: (cause) => setAsked(asksWho(cause)) })
        }
      >
        {cameBack ? 'Continue Setup' : 'Set Up Payouts'}
      </Button>
      <ErrorBox
        className="basis-full"
        text={account.error && !asksWho(account.error) ? errorText(account.error) : null}
      />
      {asked && (
        <AskWho
          title="Set Up Payouts"
          label={label}
          onClose={() => setAsked(false)}
          goOn={() => account.mutateAsync(undefined, { onSuccess })}
        />
      )}
    </section>
  );
}

/** The way to the provider's page on which the bank account is changed. */
function ChangeAccount({ label }: { label: string }) {
  const [asked, setAsked] = useState(false);
  const page = useMutation({ mutationFn: () => api.post('/api/earnings/account/page') });
  const onSuccess = ({ url }: { url: string | null }) => goTo(url);
  return (
    <section
      aria-label="Where Payouts Go"
      className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-sm"
    >
      <p className="min-w-0">Payouts go to the bank account that you told {label}.</p>
      <Button
        size="sm"
        pending={page.isPending}
        pendingText={`Asking ${label}...`}
        onClick={() =>
          page.mutate(undefined, { onSuccess, onError: (cause) => setAsked(asksWho(cause)) })
        }
      >
        Change Where Payouts Go
      </Button>
      <ErrorBox
        className="basis-full"
        text={page.error && !asksWho(page.error) ? errorText(page.error) : null}
      />
      {asked && (
        <AskWho
          title="Change Where Payouts Go"
          label={label}
          onClose={() => setAsked(false)}
          goOn={() => page.mutateAsync(undefined, { onSuccess })}
        />
      )}
    </section>
  );
}

interface AskWhoProps {
  title: string;
  label: string;
  onClose: () => void;
  /** Once it is clear who it is. */
  goOn: () => Promise<unknown>;
}

function AskWho({ title, label, onClose, goOn }: AskWhoProps) {
  const [sending, setSending] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="sm"
      locked={sending}
      description={`What you tell ${label} next decides where your money goes.`}
    >
      <PasswordStep
        onCancel={onClose}
        onSending={setSending}
        onConfirmed={async () => {
          await goOn();
          onClose();
        }}
      />
    </Dialog>
  );
}

/** An older session needs the password again. */
function asksWho(cause: Error): boolean {
  return cause instanceof ApiError && cause.code === 'reauthentication_needed';
}

/** Asks the provider through the server whether it has everything. */
function useAskAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/api/earnings/account'),
    onSuccess: ({ ready }) => {
      if (!ready) return;
      announce('Your payouts are set up.');
      void queryClient.invalidateQueries({ queryKey: keys.earnings() });
    },
  });
}

/**
 * Opens a page of the provider: told to each call and not to the mutation, so that who has gone elsewhere
 * meanwhile is not taken away from there.
 */
function goTo(url: string | null): void {
  if (url !== null) window.location.assign(url);
}
