import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Notifications } from '#domain/mail-preferences.ts';
import type { Profile } from '#domain/profile.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { alertFailure } from '../ui/alert-failure.tsx';

/** What mails this person wants. A choice shows at once and is taken back when it cannot be kept. */
export function useNotifications() {
  const { notifications } = useProfile();
  const queryClient = useQueryClient();
  // Beside the cache, which tells the page a moment too late for a box that was just ticked.
  const [chosen, setChosen] = useState<Partial<Notifications>>({});

  const saving = useMutation({
    mutationFn: (choice: Partial<Notifications>) =>
      api.patch('/api/me', { body: { notifications: choice } }),
    onSuccess: (_, choice) =>
      queryClient.setQueryData<Profile>(keys.me(), (profile) =>
        profile ? { ...profile, notifications: { ...profile.notifications, ...choice } } : profile,
      ),
    onError: (cause, choice) => {
      setChosen((before) => without(before, choice));
      alertFailure('Failed to update notifications. Please try again.', errorText(cause));
    },
  });

  return {
    notifications: { ...notifications, ...chosen },
    choose(choice: Partial<Notifications>) {
      setChosen((before) => ({ ...before, ...choice }));
      saving.mutate(choice);
    },
    saved: saving.isSuccess,
  };
}

/** Takes a choice back, unless another has been made in the meantime. */
function without(
  chosen: Partial<Notifications>,
  choice: Partial<Notifications>,
): Partial<Notifications> {
  const kept = Object.entries(chosen).filter(([kind, value]) =>
    Object.entries(choice).every(([k, v]) => k !== kind || v !== value),
  );
  return Object.fromEntries(kept);
}
