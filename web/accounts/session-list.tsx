import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { deviceName, isHandheld } from '#domain/device-name.ts';
import type { Session } from '#domain/session.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { alertFailure } from '../ui/alert-failure.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { announce } from '../ui/toasts.tsx';

/** A person's sessions; each of the others can be ended here. */
export function SessionList() {
  const sessions = useQuery({
    queryKey: keys.sessions(),
    queryFn: ({ signal }) => api.get('/api/me/sessions', { signal }),
    // Never from the cache: people look here because they suspect an intruder.
    staleTime: 0,
  });
  if (sessions.isPending) return <LoadingRows />;
  if (sessions.error) {
    return (
      <ErrorBox
        className="my-3"
        text={errorText(sessions.error)}
        onRetry={() => void sessions.refetch()}
      />
    );
  }
  return (
    <ul aria-label="Devices" className="divide-y divide-line">
      {sessions.data.items.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
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
      alertFailure('Failed to end the session. Please try again.', errorText(cause)),
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
