import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { auditEntrySchema } from './audit.ts';
import { moderatedTicketSchema } from './moderation.ts';
import { USER_TYPES } from './profile.ts';
import { instant } from './text.ts';
import { trackRecordSchema } from './track-record.ts';

/** An account as moderators see it. */
export const accountSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    full_name: z.string(),
    user_type: z.enum(USER_TYPES),
    created_at: instant,
    last_sign_in_at: instant.nullable(),
    rating_average: z.number().nullable(),
    rating_count: z.int(),
    requests: z.object({ running: z.int(), finished: z.int() }),
    reported: z.int().describe('How many of their messages were reported'),
    money: z.object({
      held_cents: z.int().describe('Held for their current milestones, on either side'),
      balance_cents: z
        .int()
        .describe('Of a developer: earned and not paid out; negative when owed'),
    }),
    suspension: z.object({ reason: z.string(), since: instant }).nullable(),
    actions: actionsSchema,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

/** One account with its requests and the moderators' acts. */
export const accountHistorySchema = z
  .object({
    account: accountSchema,
    requests: z.array(moderatedTicketSchema).describe('The newest 20'),
    track: trackRecordSchema.nullable().describe('Of an unblocker, over the last year'),
    acts: z.array(auditEntrySchema).describe('Acts of moderators; the newest 20'),
  })
  .meta({ id: 'AccountHistory' });
export type AccountHistory = z.infer<typeof accountHistorySchema>;
