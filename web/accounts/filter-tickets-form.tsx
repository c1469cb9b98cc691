import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '#domain/category.ts';
import type { Profile } from '#domain/profile.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { showAnswer } from '../api/show-answer.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { alertError } from '../ui/toasts.tsx';
import { CategoryCheckboxes } from './category-checkboxes.tsx';
import { supportedBy } from './supported-by.ts';

interface FilterTicketsFormProps {
  profile: Profile;
  onClose: () => void;
}

/** Sets the categories that a developer supports, which decide the requests that they see. */
export function FilterTicketsForm({ profile, onClose }: FilterTicketsFormProps) {
  const [chosen, setChosen] = useState<Category[]>(supportedBy(profile));
  const { mutate: save, isPending } = useSaveCategories(onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Filter Tickets"
      locked={isPending}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" pending={isPending} onClick={() => save(chosen)}>
            Save Filters
          </Button>
        </>
      }
    >
      <CategoryCheckboxes
        legend="Categories you support"
        hint="You see open requests that share at least one of them."
        value={chosen}
        onChange={setChosen}
        disabled={isPending}
      />
    </Dialog>
  );
}

function useSaveCategories(onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (supported_categories: Category[]) =>
      api.patch('/api/me', { body: { supported_categories } }),
    onSuccess: async (profile) => {
      await showAnswer(queryClient, keys.me(), profile);
      void queryClient.invalidateQueries({ queryKey: keys.me() });
      void queryClient.invalidateQueries({ queryKey: keys.tickets() });
      onSaved();
    },
    onError: (cause) =>
      alertError('Failed to update categories. Please try again.', errorText(cause)),
  });
}
