import { z } from 'zod';
import type { Category } from './category.ts';
import { emailSchema } from './credentials.ts';
import { SPECIALTIES, type Specialty } from './specialty.ts';
import { instant, oneLine, optionalText, requiredText } from './text.ts';

/** The first categories of a new developer, who can change them at once. */
export const specialtyCategories: Record<Specialty, Category[]> = {
  javascript: ['backend', 'web'],
  python: ['backend', 'infrastructure'],
  aiml: ['backend', 'other'],
  fullstack: ['backend', 'web', 'infrastructure'],
};

/** Become an Unblocker. Source: specification 3 and 5, "Waitlist". */
export const waitlistSchema = z.object({
  name: requiredText(200, 'Name is required').transform(oneLine),
  email: emailSchema,
  specialty: z.enum(SPECIALTIES, 'Specialty is required'),
  bio: optionalText(5000).optional(),
});

export const WAITLIST_STATUSES = ['waiting', 'approved', 'declined'] as const;
export type WaitlistStatus = (typeof WAITLIST_STATUSES)[number];

/** An application for moderators. */
export const waitlistEntrySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    specialty: z.enum(SPECIALTIES),
    bio: z.string().nullable(),
    status: z.enum(WAITLIST_STATUSES),
    created_at: instant,
    decided_at: instant.nullable(),
    reason: z.string().nullable().describe('The reason that the applicant was given'),
    invitation: z
      .object({ expires_at: instant, accepted_at: instant.nullable() })
      .nullable()
      .describe('The newest one to this address'),
    application: z
      .object({
        submitted_at: instant,
        reviews: z.int(),
        recommended: z.int().describe('Reviews that recommend them'),
      })
      .nullable()
      .describe('What they added to it, where it was submitted'),
  })
  .meta({ id: 'WaitlistEntry' });
export type WaitlistEntry = z.infer<typeof waitlistEntrySchema>;

/** The applicant reads it. */
export const declineSchema = z.object({ reason: requiredText(2000, 'Please give a reason') });

/** Only the audit log keeps it. Optional in the contract; the console always asks for it. */
export const approveSchema = z
  .object({ reason: requiredText(2000, 'Please give a reason').optional() })
  .nullish();
