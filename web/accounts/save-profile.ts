import type { z } from 'zod';
import type { Upload } from '#domain/file.ts';
import type { Profile, profileEditSchema } from '#domain/profile.ts';
import { errorFrom, errorText, networkError } from '../api/api-error.ts';
import { authorizedFetch } from '../api/authorized-fetch.ts';
import { api } from '../api/client.ts';
import type { ChosenImage } from './profile-image-field.tsx';

/**
 * Stores the names and, where one was chosen or taken away, the picture. Returns the new profile.
 * @throws Error fit to be shown
 */
export async function saveProfile(
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
    const response = await authorizedFetch('/files/upload', { method: 'POST', body }).catch(() => {
      throw networkError();
    });
    if (!response.ok) throw await errorFrom(response);
    const { fileKey } = (await response.json()) as Upload;
    return fileKey;
  } catch (cause) {
    throw new Error(`Upload failed: ${errorText(cause, 'Unknown error')}`);
  }
}
