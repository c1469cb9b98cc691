import { sql } from 'kysely';
import type { z } from 'zod';
import { notificationsPatchSchema } from '#domain/mail-preferences.ts';
import { type Profile, profileEditSchema } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import { text } from '#domain/text.ts';
import { supportedCategoriesSchema } from '#domain/ticket.ts';
import { type ProfileImage, useProfileImage } from '../files/profile-image.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { ownProfile } from './queries.ts';

/** Fields that people can edit; others are ignored. */
export const profilePatchSchema = profileEditSchema.extend({
  supported_categories: supportedCategoriesSchema.optional(),
  notifications: notificationsPatchSchema.optional(),
  profile_image_url: text(200).nullish().describe('The key of an uploaded picture; null for none'),
});
type ProfilePatch = z.output<typeof profilePatchSchema>;

/**
 * Changes the fields that were sent. Only developers have categories.
 * @param image made by `prepareProfileImage`; undefined keeps the present one
 * @throws Refusal `not_your_part`
 */
export async function editProfile(
  change: Change,
  viewer: Viewer,
  patch: ProfilePatch,
  image?: ProfileImage,
): Promise<Profile> {
  const { tx } = change;
  const { notifications, profile_image_url: _, ...fields } = patch;
  if (fields.supported_categories && viewer.user_type !== 'developer') {
    throw new Refusal('not_your_part');
  }
  const picture = image !== undefined && {
    profile_image_url: await useProfileImage(change, viewer, image),
  };
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Only choices are stored, so that a new default reaches everyone who chose nothing.
  const chosen = JSON.stringify(notifications ?? {});
  await tx
    .updateTable('profiles')
    .set({
      ...Object.fromEntries(sent),
      ...picture,
      notifications: sql`notifications || ${chosen}::jsonb`,
    })
    .where('id', '=', viewer.id)
    .execute();
  return ownProfile({ db: tx, config: change.config }, viewer.id);
}
