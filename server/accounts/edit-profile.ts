import type { z } from 'zod';
import { Refusal } from '#domain/errors.ts';
import { notificationsPatchSchema } from '#domain/notifications.ts';
import { type Profile, profileEditSchema } from '#domain/profile.ts';
import { supportedCategoriesSchema } from '#domain/ticket.ts';
import type { Change } from '../change.ts';
import type { Viewer } from '../http/viewer.ts';
import { ownProfile } from './queries.ts';

/** What people may change about themselves; whatever else is sent is ignored. */
export const profilePatchSchema = profileEditSchema.extend({
  supported_categories: supportedCategoriesSchema.optional(),
  notifications: notificationsPatchSchema.optional(),
});
type ProfilePatch = z.output<typeof profilePatchSchema>;

/**
 * Changes the parts of one's profile that were sent. Categories are a developer's matter.
 * @throws Refusal `not_your_part`
 */
export async function editProfile(
  { tx }: Change,
  viewer: Viewer,
  patch: ProfilePatch,
): Promise<Profile> {
  const { notifications, ...fields } = patch;
  if (fields.supported_categories && viewer.user_type !== 'developer') {
    throw new Refusal('not_your_part');
  }
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  const before = await ownProfile(tx, viewer.id);
  const merged = JSON.stringify({ ...before.notifications, ...notifications });
  await tx
    .updateTable('profiles')
    .set({ ...Object.fromEntries(sent), notifications: merged })
    .where('id', '=', viewer.id)
    .execute();
  return ownProfile(tx, viewer.id);
}
