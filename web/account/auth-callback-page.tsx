import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { openedByLink } from '../api/address-tokens.ts';
import { type AskWho, openedSession } from '../api/email-links.ts';
import { isRefusal } from '../api/is-refusal.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { NarrowPage } from './narrow-page.tsx';
import { useOtherPerson } from './use-other-person.tsx';

const TO_DASHBOARD_MS = 2000;
const TO_HOME_MS = 3000;

const words = {
  refused: 'Email verification failed. Please try again or contact support.',
  noSession: 'Verification complete, but session could not be established. Please try logging in.',
  unexpected: 'An unexpected error occurred during verification. Please try logging in.',
};

type Outcome = 'verifying' | 'verified' | 'kept' | keyof typeof words;

export function meta() {
  return [{ title: 'Verify Your Email · Unblock' }];
}

export default function AuthCallbackPage() {
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>('verifying');
  const { ask, question } = useOtherPerson();

  useEffect(() => {
    if (openedByLink) void verify(ask).then(setOutcome);
    else void navigate(paths.home(), { replace: true });
  }, [navigate, ask]);

  useEffect(() => {
    if (outcome === 'verifying') return;
    if (outcome === 'kept') {
      void navigate(paths.dashboard(), { replace: true });
      return;
    }
    const [target, delay] =
      outcome === 'verified' ? [paths.dashboard(), TO_DASHBOARD_MS] : [paths.home(), TO_HOME_MS];
    const timer = setTimeout(() => navigate(target, { replace: true }), delay);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  return (
    <NarrowPage title="Verify Your Email">
      {question}
      {outcome === 'verifying' && !question && (
        <p className="flex items-center gap-3">
          <Spinner label={null} />
          Verifying your email...
        </p>
      )}
      {outcome === 'verified' && (
        <p role="status">Your email is verified. Taking you to your dashboard.</p>
      )}
      {isProblem(outcome) && (
        <>
          <ErrorBox text={words[outcome]} />
          <Button
            variant="primary"
            onClick={() => navigate(paths.home(), { replace: true, state: { signIn: true } })}
          >
            Return to Login
          </Button>
        </>
      )}
    </NarrowPage>
  );
}

function isProblem(outcome: Outcome): outcome is keyof typeof words {
  return outcome in words;
}

async function verify(ask: AskWho): Promise<Outcome> {
  try {
    const session = await openedSession('confirmation', ask);
    if (session === 'kept') return 'kept';
    return session ? 'verified' : 'noSession';
  } catch (cause) {
    console.error(cause);
    return isRefusal(cause) ? 'refused' : 'unexpected';
  }
}
