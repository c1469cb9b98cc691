import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#domain/paths.ts';
import { navigationState } from '../shell/origin.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { loadAuthCalls } from './load-auth-calls.ts';
import { NarrowPage } from './narrow-page.tsx';

const words = {
  resent: 'Verification email has been resent. Please check your inbox.',
  unknown: 'Email address not found. Please try to sign up again.',
  failed: 'Failed to resend verification email. Please try again later.',
};

type Outcome = 'idle' | 'sending' | keyof typeof words;

export function meta() {
  return [{ title: 'Verify Your Email · Unblock' }];
}

export default function VerificationPendingPage() {
  const { email } = navigationState(useLocation());
  const [outcome, setOutcome] = useState<Outcome>('idle');

  async function resend() {
    setOutcome('sending');
    setOutcome(await resendTo(email));
  }

  return (
    <NarrowPage title="Verify Your Email">
      <p className="break-words">
        We sent a link to {email ? <strong>{email}</strong> : 'your email'}. Open it on this device
        to confirm your account.
      </p>
      <p className="text-sm text-ink-soft">
        Nothing there after a few minutes? Look into the spam folder, or have it sent again.
      </p>
      {outcome === 'resent' && (
        <p role="status" className="rounded bg-go-soft p-3 text-sm text-go-ink">
          {words.resent}
        </p>
      )}
      {outcome === 'failed' && <ErrorBox text={words.failed} />}
      {outcome === 'unknown' && (
        <>
          <ErrorBox text={words.unknown} />
          <Link to={paths.learnMore()} className="link text-sm">
            Back to the sign-up form
          </Link>
        </>
      )}
      <Button
        variant="primary"
        pending={outcome === 'sending'}
        pendingText="Processing..."
        onClick={resend}
      >
        Resend Verification Email
      </Button>
    </NarrowPage>
  );
}

async function resendTo(email: string | undefined): Promise<keyof typeof words> {
  if (!email) return 'unknown';
  try {
    const { resendConfirmation } = await loadAuthCalls();
    await resendConfirmation(email);
    return 'resent';
  } catch (cause) {
    console.error(cause);
    return 'failed';
  }
}
