import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import type { Upload } from '#domain/file.ts';
import { type Profile, profileEditSchema } from '#domain/profile.ts';
import { ApiError, errorFrom, errorText, orNetworkError } from '../api/api-error.ts';
import { authorizedFetch } from '../api/authorized-fetch.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { showAnswer } from '../api/show-answer.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { Input } from '../ui/input.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { displayName } from './display-name.ts';
import { type ChosenImage, ProfileImageField } from './profile-image-field.tsx';

interface EditProfileFormProps {
  profile: Profile;
  onClose: () => void;
}

export function EditProfileForm({ profile, onClose }: EditProfileFormProps) {
  const [saving, setSaving] = useState(false);
  return (
    <Dialog open onOpenChange={onClose} title="Edit Profile" size="sm" locked={saving}>
      <ProfileFields profile={profile} onSaving={setSaving} onDone={onClose} />
    </Dialog>
  );
}

interface ProfileFieldsProps {
  profile: Profile;
  onSaving: (saving: boolean) => void;
  onDone: () => void;
}

/** Mounted only while the dialog is open, so that it starts with what is stored. */
function ProfileFields({ profile, onSaving, onDone }: ProfileFieldsProps) {
  const queryClient = useQueryClient();
  const [image, setImage] = useState<ChosenImage>();
  const [imageError, setImageError] = useState<string>();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(profileEditSchema),
    defaultValues: { first_name: profile.first_name ?? '', last_name: profile.last_name ?? '' },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'first_name');

  const save = handleSubmit(async (names) => {
    // Otherwise they would think that the picture was saved too.
    if (imageError) return;
    onSaving(true);
    try {
      await showAnswer(queryClient, keys.me(), await saveProfile(names, image));
      onDone();
    } catch (cause) {
      setImageError(imageProblem(cause));
      setError('root', { message: `Failed to update profile: ${errorText(cause)}` });
    } finally {
      onSaving(false);
    }
  });

  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-4">
      <ErrorBox text={errors.root?.message} />
      <ProfileImageField
        name={displayName(profile)}
        present={profile.profile_image_url}
        chosen={image}
        onChoose={setImage}
        error={imageError}
        onError={setImageError}
        disabled={isSubmitting}
      />
      <Field label="First Name" error={errors.first_name?.message}>
        <Input autoComplete="given-name" readOnly={isSubmitting} {...register('first_name')} />
      </Field>
      <Field label="Last Name" error={errors.last_name?.message}>
        <Input autoComplete="family-name" readOnly={isSubmitting} {...register('last_name')} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <FormButtons
          act="Save Changes"
          pending={isSubmitting}
          pendingText="Updating..."
          onCancel={onDone}
        />
      </div>
    </form>
  );
}

/** The server's objection to the picture. */
function imageProblem(cause: unknown): string | undefined {
  if (!(cause instanceof ApiError)) return undefined;
  return cause.errors.find(({ path }) => path === 'profile_image_url')?.message;
}

/**
 * Saves the names and, if it changed, the picture. Returns the new profile.
 * @throws Error that can be shown
 */
async function saveProfile(
  names: z.output<typeof profileEditSchema>,
  image: ChosenImage,
): Promise<Profile> {
  const profile_image_url = image ? await upload(image) : image;
  return api.patch('/api/me', {
    body: { ...names, ...(profile_image_url !== undefined && { profile_image_url }) },
  });
}

/** Returns the key of the stored file. */
async function upload(file: File): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  try {
    const response = await orNetworkError(
      authorizedFetch('/files/upload', { method: 'POST', body }),
    );
    if (!response.ok) throw await errorFrom(response);
    const { fileKey } = await orNetworkError<Upload>(response.json());
    return fileKey;
  } catch (cause) {
    throw new Error(`Upload failed: ${errorText(cause, 'Unknown error')}`);
  }
}
