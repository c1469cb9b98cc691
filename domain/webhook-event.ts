import { z } from 'zod';
import { instant } from './text.ts';
import { TICKET_STATUSES } from './ticket-status.ts';
import { turnSchema } from './turn.ts';
import { TEST_TYPE, WEBHOOK_TYPES } from './webhook-type.ts';

/** Who did it. */
export const WEBHOOK_ACTORS = ['customer', 'developer', 'moderator', 'clock', 'provider'] as const;

/**
 * What is sent: small, and without anybody's words. A program reads the rest by the API, with its
 * owner's rights at that time.
 */
export const webhookBodySchema = z
  .object({
    type: z.enum([...WEBHOOK_TYPES, TEST_TYPE]),
    timestamp: instant.describe('When it happened'),
    data: z.object({
      ticket_id: z.uuid().nullable().describe('The request; null for a test'),
      milestone_id: z.uuid().nullable(),
      message_id: z.uuid().nullable(),
      by: z.enum(WEBHOOK_ACTORS).nullable().describe('Who did it; null for a test'),
      status: z.enum(TICKET_STATUSES).nullable().describe('Of the request, when this was sent'),
      turn: turnSchema
        .pick({ whose: true, action: true, milestone_id: true })
        .nullable()
        .describe('Whose turn it is for the owner of the webhook, when this was sent'),
    }),
  })
  .meta({ id: 'WebhookBody' });
export type WebhookBody = z.infer<typeof webhookBodySchema>;
