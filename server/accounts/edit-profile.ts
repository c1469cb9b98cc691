import { sql } from 'kysely';
import type { z } from 'zod';
import { MAX_SAVED_FILTERS } from '#domain/limits.ts';
import { notificationsPatchSchema } from '#domain/mail-preferences.ts';
import { type Profile, profileEditSchema } from '#domain/profile.ts';
import { Refusal } from '#domain/refusals.ts';
import { savedFiltersPatchSchema } from '#domain/saved-filter.ts';
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
  saved_filters: savedFiltersPatchSchema
    .optional()
    .describe('Filters to save under their names; null deletes one'),
  profile_image_url: text(200).nullish().describe('The key of an uploaded picture; null for none'),
});
type ProfilePatch = z.output<typeof profilePatchSchema>;

/**
 * Changes the fields that were sent. Only developers have categories and saved filters.
 * @param image made by `prepareProfileImage`; undefined keeps the present one
 * @throws Refusal `not_your_part`, `too_many_filters`
 */
export async function editProfile(
  change: Change,
  viewer: Viewer,
  patch: ProfilePatch,
  image?: ProfileImage,
): Promise<Profile> {
  const { tx } = change;
  const { notifications, saved_filters, profile_image_url: _, ...fields } = patch;
  const isForDevelopers = fields.supported_categories ?? saved_filters;
  if (isForDevelopers && viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  const picture = image !== undefined && {
    profile_image_url: await useProfileImage(change, viewer, image),
  };
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Only choices are stored, so that a new default reaches everyone who chose nothing.
  const chosen = JSON.stringify(notifications ?? {});
  const filters = JSON.stringify(saved_filters ?? {});
  await tx
    .updateTable('profiles')
    .set({
      ...Object.fromEntries(sent),
      ...picture,
      notifications: sql`notifications || ${chosen}::jsonb`,
      saved_filters: sql<string>`jsonb_strip_nulls(saved_filters || ${filters}::jsonb)`,
    })
    .where('id', '=', viewer.id)
    .execute();
  const profile = await ownProfile({ db: tx, config: change.config }, viewer);
  // Under the row's lock: several at once find the same room.
  if (saved_filters && Object.keys(profile.saved_filters).length > MAX_SAVED_FILTERS)
    throw new Refusal('too_many_filters');
  return profile;
}
