import { z } from 'zod';
import { MILESTONE_STATUSES } from './milestone-status.ts';
import { stepPlacesSchema } from './record-money-schemas.ts';
import { instant } from './text.ts';
import { TICKET_STATUSES } from './ticket-status.ts';

/** A line of a request's history: who did what, when, from which status to which. */
export const historyItemSchema = z
  .object({
    id: z.int(),
    action: z.string(),
    event: z.string(),
    actor: z.enum(['customer', 'developer', 'moderator', 'clock', 'provider']),
    actor_name: z.string().nullable(),
    milestone_id: z.uuid().nullable(),
    from_status: z.enum(TICKET_STATUSES).nullable(),
    to_status: z.enum(TICKET_STATUSES),
    milestone_from: z.enum(MILESTONE_STATUSES).nullable(),
    milestone_to: z.enum(MILESTONE_STATUSES).nullable(),
    failed_checks: z
      .array(z.string())
      .nullable()
      .describe('For an answer to a delivery: the failed checks'),
    money: stepPlacesSchema.nullable().describe('The money that it moved, for this side'),
    created_at: instant,
  })
  .meta({ id: 'HistoryItem' });
export type HistoryItem = z.infer<typeof historyItemSchema>;
