import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '#domain/paths.ts';
import { owesPassword } from '../api/owes-password.ts';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.tsx';
import { useLive } from '../api/use-live.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { addressOf, type NavigationState } from '../shell/origin.ts';
import { ConfirmProvider } from '../ui/confirm-dialog.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { ProfileUnavailable } from './profile-unavailable.tsx';
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
  const { loading, session, codeOwed, profile, profileError, leftOnPurpose } = useSession();
  useLive();
  const location = useLocation();

  if (loading) return <PageSpinner />;
  if (!session) {
    const state: NavigationState | null = leftOnPurpose ? null : { from: addressOf(location) };
    return <Navigate to={paths.home()} replace state={state} />;
  }
  if (codeOwed) return <CodePage />;
  if (owesPassword(profileError)) return <ChoosePasswordPage session={session} />;
  if (!profile) return <ProfileUnavailable />;
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <SignedInShell profile={profile}>
          <Outlet />
        </SignedInShell>
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
