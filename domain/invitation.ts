import { z } from 'zod';
import { emailSchema, passwordSchema } from './credentials.ts';
import { firstNameSchema, lastNameSchema } from './profile.ts';
import { instant, requiredText } from './text.ts';

/** How long an invitation link is valid. Source: product decisions, "Roles". */
export const INVITATION_DAYS = 7;

/** Customers sign up by themselves; nobody becomes anything else without an invitation. */
export const INVITED_ROLES = ['developer', 'moderator'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

export const invitationInputSchema = z.object({
  email: emailSchema,
  role: z.enum(INVITED_ROLES, 'Please choose developer or moderator'),
  // Optional in the contract; the console always asks for it.
  reason: requiredText(2000, 'Please give a reason').optional(),
});

/** An invitation for the moderator who sent it: only the mail has the link. */
export const invitationSchema = z
  .object({ id: z.uuid(), email: z.string(), role: z.enum(INVITED_ROLES), expires_at: instant })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitationSchema>;

/** For the join page; all null when the link is invalid. */
export const invitationGreetingSchema = z
  .object({
    valid: z.boolean(),
    email: z.string().nullable(),
    name: z.string().nullable().describe('As given on the waitlist'),
    role: z.enum(INVITED_ROLES).nullable(),
    has_account: z
      .boolean()
      .nullable()
      .describe('Their account keeps its password and gets the role'),
  })
  .meta({ id: 'InvitationGreeting' });
export type InvitationGreeting = z.infer<typeof invitationGreetingSchema>;

/** The password may be left out where the address has an account: that keeps its own. */
export const acceptInvitationSchema = z.object({
  password: passwordSchema.optional(),
  first_name: firstNameSchema,
  last_name: lastNameSchema,
});
