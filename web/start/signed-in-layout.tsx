import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#domain/paths.ts';
import { SignInAgain } from '../accounts/sign-in-again.tsx';
import { errorText } from '../api/api-error.ts';
import { owesPassword } from '../api/owes-password.ts';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.tsx';
import { useLive } from '../api/use-live.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { addressOf, type NavigationState } from '../shell/origin.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmProvider } from '../ui/confirm-dialog.tsx';
import { LogoMark } from '../ui/logo.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { SignedInShell } from './signed-in-shell.tsx';

// Few have to show a code, and its form weighs as much as a screen.
const CodePage = onDemand(
  async () => (await import('../accounts/two-step/code-page.tsx')).CodePage,
  { meanwhile: () => <PageSpinner /> },
);

const ChoosePasswordPage = onDemand(
  async () => (await import('../accounts/choose-password-page.tsx')).ChoosePasswordPage,
  { meanwhile: () => <PageSpinner /> },
);

/** The guard: behind it there is a session and a loaded profile. */
export default function SignedInLayout() {
  const { loading, session, codeOwed, profile, profileError, leftOnPurpose, isLapsed } =
    useSession();
  useLive();
  const location = useLocation();

  if (loading) return <PageSpinner />;
  if (!session && !isLapsed) {
    const from = addressOf(location);
    const signIn = isOfProgram(from) && { signIn: true as const };
    const state: NavigationState | null = leftOnPurpose ? null : { from, ...signIn };
    return <Navigate to={paths.home()} replace state={state} />;
  }
  if (codeOwed && !isLapsed) return <CodePage />;
  if (session && owesPassword(profileError)) return <ChoosePasswordPage session={session} />;
  if (!profile) return <ProfileUnavailable />;
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <SignedInShell profile={profile}>
          <Outlet />
        </SignedInShell>
        <SignInAgain />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}

/** A program has sent them there: they do not know the page, and are to sign in at once. */
function isOfProgram(address: string): boolean {
  return [paths.connectByCode(), paths.draft('')].some((start) => address.startsWith(start));
}

/** Signed in, but who it is could not be read: try again, or leave. */
function ProfileUnavailable() {
  const { profileError, retryProfile, signOut } = useSession();
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 text-center">
      <LogoMark size={48} />
      <h1 className="text-2xl">We could not load your profile</h1>
      <p role="alert" className="text-ink-soft">
        {errorText(profileError)}
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={retryProfile}>
          Try Again
        </Button>
        <Button onClick={signOut}>Sign Out</Button>
      </div>
    </main>
  );
}
