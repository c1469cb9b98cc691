import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { deviceName, isHandheld } from '#domain/device-name.ts';
import type { Session } from '#domain/session.ts';
import { errorText } from '../api/api-error.ts';
import { auth } from '../api/auth.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { dialogOnDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { alertError, announce } from '../ui/toasts.tsx';
import { AccountSection } from './account-section.tsx';
import { authErrorText } from './auth-error.ts';

const ChangePasswordDialog = dialogOnDemand(
  async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
);

/** Password and signed-in devices. */
export function SecuritySection() {
  const [changing, setChanging] = useState(false);
  useWarmUp(ChangePasswordDialog);
  const signOutOthers = useSignOutOthers();
  return (
    <AccountSection id="security" title="Security">
      <div className="card divide-y divide-line">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
          <div className="min-w-0">
            <h3 className="font-sans text-sm font-medium tracking-normal">Password</h3>
            <p className="text-sm text-ink-soft">Choose one that you use nowhere else.</p>
          </div>
          <Button onClick={() => setChanging(true)}>Change Password</Button>
        </div>
        <div className="p-4 pb-3">
          <h3 className="font-sans text-sm font-medium tracking-normal">Signed-in devices</h3>
          <SessionList />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
          <p className="min-w-0 text-sm text-ink-soft">A device you do not know?</p>
          <Button pending={signOutOthers.isPending} onClick={() => signOutOthers.mutate()}>
            Sign Out Other Devices
          </Button>
        </div>
      </div>
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </AccountSection>
  );
}

function useSignOutOthers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { error } = await auth().signOut({ scope: 'others' });
      if (error) throw error;
    },
    onSuccess: () => announce('Your other devices were signed out.'),
    onError: (cause) => alertError('Failed to sign out your other devices.', authErrorText(cause)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.sessions() }),
  });
}

/** A person's sessions; each of the others can be ended here. */
function SessionList() {
  const sessions = useQuery({
    queryKey: keys.sessions(),
    queryFn: ({ signal }) => api.get('/api/me/sessions', { signal }),
    // Never from the cache: people look here because they suspect an intruder.
    staleTime: 0,
  });
  if (sessions.isPending) return <LoadingRows />;
  return (
    <>
      {sessions.error && (
        <ErrorBox
          className="my-3"
          text={errorText(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && (
        <ul aria-label="Devices" className="divide-y divide-line">
          {sessions.data.items.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const end = useEndSession();
  const name = deviceName(session.user_agent);
  const Picture = isHandheld(session.user_agent) ? Smartphone : Monitor;
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Picture size={20} aria-hidden className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          {name}
          {session.current && <Badge tone="go">This device</Badge>}
        </p>
        <p className="text-2xs text-ink-soft" title={session.user_agent ?? undefined}>
          Last active <RelativeTime at={session.refreshed_at} />
          {', '}
          signed in <RelativeTime at={session.created_at} />
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={`End Session: ${name}`}
          pending={end.isPending}
          onClick={() => end.mutate(session)}
        >
          End Session
        </Button>
      )}
    </li>
  );
}

function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Session) => api.delete('/api/me/sessions/{id}', { path: { id } }),
    onSuccess: (_, { user_agent }) => announce(`${deviceName(user_agent)} was signed out.`),
    onError: (cause) =>
      alertError('Failed to end the session. Please try again.', errorText(cause)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.sessions() }),
  });
}

function LoadingRows() {
  return (
    <div role="status" className="space-y-4 py-4">
      <span className="sr-only">Loading your devices</span>
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-6 w-2/5" />
    </div>
  );
}
