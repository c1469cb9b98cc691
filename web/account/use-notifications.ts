import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notifications } from '#domain/notifications.ts';
import type { Profile } from '#domain/profile.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { useProfile } from '../api/session.tsx';
import { alertFailure } from '../ui/alert-failure.tsx';

const mutationKey = ['notifications'];

/** What mails this person wants. A choice shows at once and is taken back when it cannot be kept. */
export function useNotifications() {
  const { notifications } = useProfile();
  const queryClient = useQueryClient();

  function show(choice: Partial<Notifications>) {
    queryClient.setQueryData<Profile>(keys.me(), (profile) =>
      profile ? { ...profile, notifications: { ...profile.notifications, ...choice } } : profile,
    );
  }

  const saving = useMutation({
    mutationKey,
    mutationFn: (choice: Partial<Notifications>) =>
      api.patch<Profile>('/api/me', { notifications: choice }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey: keys.me() });
      show(choice);
    },
    onError: (cause) =>
      alertFailure('Failed to update notifications. Please try again.', errorText(cause)),
    // Of several choices in a row, only after the last is what the server says the whole truth.
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1
        ? queryClient.invalidateQueries({ queryKey: keys.me() })
        : undefined,
  });
  return { notifications, choose: saving.mutate, saved: saving.isSuccess };
}
