import { z } from 'zod';
import { FIRST_REQUESTS } from './limits.ts';
import { notificationsSchema } from './mail-preferences.ts';
import { savedFiltersSchema } from './saved-filter.ts';
import { instant, oneLine, text } from './text.ts';

export const USER_TYPES = ['customer', 'developer', 'moderator'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** A name as typed: one line, without surrounding white space. */
const name = (minimum: number, message: string) =>
  text(100)
    .transform(oneLine)
    .refine((value) => value === '' || value.length >= minimum, message)
    .transform((value) => value || null)
    .nullish();

export const firstNameSchema = name(2, 'First name must be at least 2 characters');
export const lastNameSchema = name(1, 'Last name must be at least 1 character');

/** Edit Profile. Source: specification 5. */
export const profileEditSchema = z.object({
  first_name: firstNameSchema,
  last_name: lastNameSchema,
});

/**
 * The other side of a request, as the viewer may see them. Source: specification 3, "Collaborator
 * info".
 */
export const collaboratorSchema = z
  .object({
    id: z.uuid(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    full_name: z.string(),
    email: z.string().nullable().describe('Only one’s own'),
    profile_image_url: z.string().nullable(),
    rating_average: z.number().nullable(),
    rating_count: z.int(),
    first_requests: z
      .int()
      .nullable()
      .describe(
        `Of a new unblocker: how many of their first ${FIRST_REQUESTS} requests are finished; null for others`,
      ),
  })
  .meta({ id: 'Collaborator' });
export type Collaborator = z.infer<typeof collaboratorSchema>;

/** The name of somebody who deleted their account. */
export const DELETED_USER = 'Deleted user';

/** 'Ana Silva', or 'Developer' / 'Customer' when no name is known. */
export function fullName(
  person: { first_name: string | null; last_name: string | null },
  fallback: 'Developer' | 'Customer' | 'Moderator',
): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ') || fallback;
}

/** One's own profile, from `GET /api/me`. */
export const profileSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    user_type: z.enum(USER_TYPES),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    profile_image_url: z.string().nullable(),
    supported_categories: z.array(z.string()),
    notifications: notificationsSchema,
    saved_filters: savedFiltersSchema.describe('Of a developer: of the open requests'),
    payout_country: z
      .string()
      .nullable()
      .describe('Of a developer: where they are paid; null until they have said so'),
    payout_served: z.boolean().nullable().describe('Whether payouts reach that country'),
    second_factor_needed: z
      .boolean()
      .describe('Moderating needs a second factor: an app is to be set up, or a passkey shown'),
    created_at: instant,
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileSchema>;
