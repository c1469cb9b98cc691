import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { api } from '../api/client.ts';
import { useKnown } from '../api/session-store.ts';
import { navigationState } from '../shell/origin.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { CodeForm } from './code-form.tsx';
import { loadAuthCalls } from './load-auth-calls.ts';
import { NarrowPage } from './narrow-page.tsx';

const words = {
  resent: 'Verification email has been resent. Please check your inbox.',
  unknown: 'Email address not found. Please try to sign up again.',
  failed: 'Failed to resend verification email. Please try again later.',
};

type Outcome = 'idle' | 'sending' | keyof typeof words;

/** The server sends one a minute. */
const RESEND_SECONDS = 60;

export function meta() {
  return [{ title: 'Verify Your Email · Unblock' }];
}

export default function VerificationPendingPage() {
  const { email, signUp } = navigationState(useLocation());
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const [seconds, countDown] = useCountdown();
  const navigate = useNavigate();
  const isConfirmed = useConfirmedElsewhere(signUp);
  useGoOnOnceSignedIn(email);

  async function resend() {
    setOutcome('sending');
    const next = await resendTo(email);
    setOutcome(next);
    if (next !== 'unknown') countDown(RESEND_SECONDS);
  }

  if (isConfirmed) {
    const signIn = { signIn: true, email };
    return (
      <NarrowPage title="Verify Your Email">
        <p role="status" className="rounded bg-go-soft p-3 text-sm break-words text-go-ink">
          {email} is confirmed. Sign in to go on here.
        </p>
        <Button
          variant="primary"
          onClick={() => navigate(paths.home(), { replace: true, state: signIn })}
        >
          Sign In
        </Button>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title="Verify Your Email">
      <p className="break-words">
        We sent a link to {email ? <strong>{email}</strong> : 'your email'}. Open it on this device
        to confirm your account{email && ', or type the code from that mail'}.
      </p>
      {email && <CodeForm email={email} />}
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
          <Link to={paths.learnMore()} className="thumb link text-sm">
            Back to the sign-up form
          </Link>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          className="grow"
          variant={email ? 'secondary' : 'primary'}
          pending={outcome === 'sending'}
          pendingText="Processing..."
          disabled={seconds > 0}
          onClick={resend}
        >
          {seconds > 0 ? `Resend Email in ${seconds} s` : 'Resend Verification Email'}
        </Button>
        {email && (
          <Button
            variant="ghost"
            className="max-sm:grow"
            onClick={() => navigate(paths.learnMore())}
          >
            Change Address
          </Button>
        )}
      </div>
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

/** Seconds that are left, and how to begin with so many. */
function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

/** The code of the mail was typed here, or its link opened in another tab. */
function useGoOnOnceSignedIn(email: string | undefined): void {
  const { session } = useKnown();
  const navigate = useNavigate();
  const isTheirs = email !== undefined && session?.user.email === email;
  useEffect(() => {
    if (isTheirs) void navigate(paths.dashboard(), { replace: true });
  }, [isTheirs, navigate]);
}

const EVERY_MS = 5000;

/**
 * Whether the address of a sign-up was confirmed meanwhile, on whichever device: asked every few seconds
 * while the page is looked at. A lost connection only makes it later.
 * @param signUp the id that the sign-up was answered with
 */
function useConfirmedElsewhere(signUp: string | undefined): boolean {
  const [isConfirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (signUp === undefined || isConfirmed) return;
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      const answer = await api
        .get('/api/confirmations/{id}', { path: { id: signUp } })
        .catch(() => ({ confirmed: false }));
      if (answer.confirmed) setConfirmed(true);
    };
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [signUp, isConfirmed]);
  return isConfirmed;
}
