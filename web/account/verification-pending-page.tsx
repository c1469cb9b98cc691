import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { auth } from '../api/auth.ts';
import { linkTargets } from '../api/email-links.ts';
import { navigationState } from '../shell/origin.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { NarrowPage } from './narrow-page.tsx';

export function meta() {
  return [{ title: 'Verify Your Email · Unblock' }];
}

export default function VerificationPendingPage() {
  const { email } = navigationState(useLocation());
  const resend = useMutation({ mutationFn: resendVerification });

  return (
    <NarrowPage title="Verify Your Email">
      {email ? (
        <p className="break-words">
          We sent a link to <strong>{email}</strong>. Open it on this device to confirm your
          account.
        </p>
      ) : (
        <p>We sent a link to your email. Open it on this device to confirm your account.</p>
      )}
      <p className="text-sm text-ink-soft">
        Nothing there after a few minutes? Look into the spam folder, or have it sent again.
      </p>
      {resend.isSuccess && (
        <p role="status" className="rounded bg-go-soft p-3 text-sm text-go-ink">
          Verification email has been resent. Please check your inbox.
        </p>
      )}
      <ErrorBox text={resend.error?.message} />
      <Button
        variant="primary"
        pending={resend.isPending}
        pendingText="Processing..."
        onClick={() => resend.mutate(email)}
      >
        Resend Verification Email
      </Button>
    </NarrowPage>
  );
}

async function resendVerification(email: string | undefined): Promise<void> {
  if (!email) throw new Error('Email address not found. Please try to sign up again.');
  const { error } = await auth().resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: linkTargets.signUp() },
  });
  if (error) throw new Error('Failed to resend verification email. Please try again later.');
}
