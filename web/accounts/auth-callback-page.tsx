import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { endedLink, openedByLink } from '../api/address-tokens.ts';
import { api } from '../api/client.ts';
import { type AskWho, openedSession } from '../api/email-links.ts';
import { isRefusal } from '../api/is-refusal.ts';
import { owesPassword } from '../api/owes-password.ts';
import { hasStoredSession } from '../api/stored-session.ts';
import { useLeadOn } from '../shell/use-lead-on.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { isSuspension } from './auth-error.ts';
import { ChoosePassword } from './choose-password.tsx';
import { NarrowPage } from './narrow-page.tsx';
import { useOtherPerson } from './use-other-person.tsx';

const TO_DASHBOARD_MS = 2000;
const TO_HOME_MS = 3000;

const words = {
  refused: 'Email verification failed. Please try again or contact support.',
  noSession: 'Verification complete, but session could not be established. Please try logging in.',
  unexpected: 'An unexpected error occurred during verification. Please try logging in.',
};

/** Of a link that has ended: what is the case, and what to do. */
const ended: Record<string, string> = {
  confirmed: 'Your email is confirmed already. Sign in to go on.',
  replaced: 'This link is of an older email. Please open the one in the newest.',
};

/** Codes of the way back from another service, whose messages people can read. */
const PROVIDER_PROBLEMS = [
  'bad_oauth_state',
  'bad_oauth_callback',
  'provider_email_needs_verification',
  'identity_already_exists',
];

type Outcome =
  | { stage: 'verifying' | 'verified' | 'kept' | 'chosen' | 'suspended' | keyof typeof words }
  | { stage: 'ended' | 'failed'; text: string }
  | { stage: 'password'; email: string };

export function meta() {
  return [{ title: 'Verify Your Email · Unblock' }];
}

export default function AuthCallbackPage() {
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>({ stage: 'verifying' });
  const { stage } = outcome;
  const { ask, question } = useOtherPerson();

  useEffect(() => {
    if (openedByLink) void verify(ask).then(setOutcome);
    // The dashboard asks people without a password to choose one.
    else if (hasStoredSession()) void navigate(paths.dashboard(), { replace: true });
    else setOutcome({ stage: 'noSession' });
  }, [navigate, ask]);

  useEffect(() => {
    if (stage === 'kept') void navigate(paths.dashboard(), { replace: true });
    if (stage === 'suspended') void navigate(paths.suspended(), { replace: true });
  }, [stage, navigate]);
  useLeadOn(stage in words ? paths.home() : null, TO_HOME_MS);
  useLeadOn(stage === 'verified' || stage === 'chosen' ? paths.dashboard() : null, TO_DASHBOARD_MS);

  return (
    <NarrowPage title="Verify Your Email">
      {question}
      {stage === 'verifying' && !question && (
        <p className="flex items-center gap-3">
          <Spinner label={null} />
          Verifying your email...
        </p>
      )}
      {stage === 'verified' && (
        <p role="status">Your email is verified. Taking you to your dashboard.</p>
      )}
      {outcome.stage === 'password' && (
        <>
          <p role="status">Your email is verified. One step is left.</p>
          <h2 className="text-xl">Create New Password</h2>
          <ChoosePassword email={outcome.email} onDone={() => setOutcome({ stage: 'chosen' })} />
        </>
      )}
      {stage === 'chosen' && (
        <p role="status">Your password has been updated. Taking you to your dashboard.</p>
      )}
      {outcome.stage === 'ended' && (
        <p role="status" className="rounded bg-go-soft p-3 text-sm text-go-ink">
          {outcome.text}
        </p>
      )}
      {outcome.stage === 'failed' && <ErrorBox text={outcome.text} />}
      {stage in words && <ErrorBox text={words[stage as keyof typeof words]} />}
      {(stage === 'ended' || stage === 'failed' || stage in words) && (
        <Button
          variant="primary"
          onClick={() => navigate(paths.home(), { replace: true, state: { signIn: true } })}
        >
          Return to Login
        </Button>
      )}
    </NarrowPage>
  );
}

async function verify(ask: AskWho): Promise<Outcome> {
  try {
    const session = await openedSession('confirmation', ask);
    if (session === 'kept') return { stage: 'kept' };
    if (!session) return { stage: 'noSession' };
    const isOwed = await passwordOwed();
    return isOwed ? { stage: 'password', email: session.user.email ?? '' } : { stage: 'verified' };
  } catch (cause) {
    if (isSuspension(cause)) return { stage: 'suspended' };
    const text = ended[endedLink ?? ''];
    if (text) return { stage: 'ended', text };
    const said = providerProblem(cause);
    if (said) return { stage: 'failed', text: said };
    console.error(cause);
    return { stage: isRefusal(cause) ? 'refused' : 'unexpected' };
  }
}

/** What a provider's way back says went wrong, in words for people. */
function providerProblem(cause: unknown): string | null {
  if (!(cause instanceof Error) || !('details' in cause)) return null;
  const { code } = (cause.details ?? {}) as { code?: string };
  return code && PROVIDER_PROBLEMS.includes(code) ? cause.message : null;
}

/** Whether the address was signed up more than once. Without an answer the person simply continues. */
async function passwordOwed(): Promise<boolean> {
  return api.get('/api/me').then(() => false, owesPassword);
}
