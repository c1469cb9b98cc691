import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { useLeadOn } from '../shell/use-lead-on.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { NarrowPage } from './narrow-page.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { checkRecoveryLink, type LinkCheck } from './recovery-link.ts';
import { CodeForm } from './two-step/code-form.tsx';
import { useOtherPerson } from './use-other-person.tsx';

const TO_HOME_MS = 3000;

type Progress = LinkCheck | { stage: 'checking' | 'done' };

export function meta() {
  return [{ title: 'Reset Password · Unblock' }];
}

export default function ResetPasswordPage() {
  const [progress, setProgress] = useState<Progress>({ stage: 'checking' });
  const { stage } = progress;
  const { ask, question } = useOtherPerson();
  const navigate = useNavigate();

  useEffect(() => {
    void checkRecoveryLink(ask).then(setProgress);
  }, [ask]);

  useEffect(() => {
    if (stage === 'kept') void navigate(paths.dashboard(), { replace: true });
    if (stage === 'suspended') void navigate(paths.suspended(), { replace: true });
  }, [stage, navigate]);
  useLeadOn(stage === 'done' ? paths.home() : null, TO_HOME_MS);

  function tryAgain() {
    setProgress({ stage: 'checking' });
    void checkRecoveryLink(ask).then(setProgress);
  }

  return (
    <NarrowPage title="Reset Password">
      {question}
      {stage === 'checking' && !question && <Spinner label="Checking your link" />}
      {progress.stage === 'failed' && <ErrorBox text={progress.text} onRetry={tryAgain} />}
      {stage === 'invalid' && (
        <>
          <h2 className="text-xl">Invalid Link</h2>
          <ErrorBox text="Invalid or expired password reset link. Please request a new one." />
          <Button
            variant="primary"
            onClick={() =>
              navigate(paths.home(), { replace: true, state: { signIn: true, forgot: true } })
            }
          >
            Send a New Link
          </Button>
          <Button
            onClick={() => navigate(paths.home(), { replace: true, state: { signIn: true } })}
          >
            Return to Sign In
          </Button>
        </>
      )}
      {stage === 'code' && (
        <>
          <h2 className="text-xl">Enter Your Code</h2>
          <p className="text-sm text-ink-soft">Two-step sign-in is on for your account.</p>
          <CodeForm onDone={() => setProgress({ stage: 'form' })} />
        </>
      )}
      {stage === 'form' && (
        <>
          <h2 className="text-xl">Create New Password</h2>
          <NewPasswordForm onDone={() => setProgress({ stage: 'done' })} />
        </>
      )}
      {stage === 'done' && (
        <p role="status" className="rounded bg-go-soft p-3 text-sm text-go-ink">
          Your password has been updated. Taking you back in a moment.
        </p>
      )}
    </NarrowPage>
  );
}
