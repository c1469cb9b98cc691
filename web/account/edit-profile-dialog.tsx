import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Profile, profileEditSchema } from '#domain/profile.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface EditProfileDialogProps {
  profile: Profile;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EditProfileDialog({ open, onOpenChange, profile }: EditProfileDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit Profile" size="sm">
      <EditProfileForm profile={profile} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Lives only while the dialog is open, so that it always begins with what is stored. */
function EditProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(profileEditSchema),
    defaultValues: { first_name: profile.first_name ?? '', last_name: profile.last_name ?? '' },
  });
  const { errors, isSubmitting } = formState;

  const save = handleSubmit(async (names) => {
    try {
      queryClient.setQueryData(keys.me(), await api.patch<Profile>('/api/me', names));
      onDone();
    } catch (cause) {
      setError('root', { message: `Failed to update profile: ${errorText(cause)}` });
    }
  });

  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-4">
      <ErrorBox text={errors.root?.message} />
      <Field label="First Name" error={errors.first_name?.message}>
        <Input autoComplete="given-name" disabled={isSubmitting} {...register('first_name')} />
      </Field>
      <Field label="Last Name" error={errors.last_name?.message}>
        <Input autoComplete="family-name" disabled={isSubmitting} {...register('last_name')} />
      </Field>
      <div className="flex justify-end gap-2 pt-1">
        <Button disabled={isSubmitting} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={isSubmitting} pendingText="Updating...">
          Save Changes
        </Button>
      </div>
    </form>
  );
}
