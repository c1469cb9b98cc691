import { z } from 'zod';
import { instant } from './text.ts';
import { TEST_TYPE, WEBHOOK_TYPES } from './webhook-type.ts';

/** Also once it is written out, with %C3%BC for ü. */
export const MAX_WEBHOOK_ADDRESS = 2000;
export const WEBHOOK_ADDRESS_TOO_LONG = 'This address is too long';

/** Why one is off: by its owner, after days of failures, or because its receiver said that it is gone. */
export const WEBHOOK_OFF_BY = ['owner', 'failures', 'gone'] as const;

const types = z.enum(WEBHOOK_TYPES);

/** An address that is told what happens to its owner's requests. Source: contract, Programs. */
export const webhookSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(types),
    created_at: instant,
    failing_since: instant.nullable().describe('Nothing was taken since; null while it works'),
    off_since: instant.nullable(),
    off_by: z.enum(WEBHOOK_OFF_BY).nullable(),
    old_secret_until: instant.nullable().describe('Until then the replaced secret signs as well'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

const fields = {
  url: z
    .string('Please enter an address')
    .trim()
    .max(MAX_WEBHOOK_ADDRESS, WEBHOOK_ADDRESS_TOO_LONG),
  events: z
    .array(types)
    .min(1, 'Please choose what it hears')
    .transform((chosen) => WEBHOOK_TYPES.filter((type) => chosen.includes(type))),
};

export const newWebhookSchema = z.object(fields);
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhookChangesSchema = z
  .object({ ...fields, is_on: z.boolean().describe('Switch it off, or on again') })
  .partial();
export type WebhookChanges = z.infer<typeof webhookChangesSchema>;

/** The answer to a new webhook or secret: the only time the secret is shown. */
export const webhookWithSecretSchema = webhookSchema
  .extend({ secret: z.string().describe('Signs what is sent. Shown only now') })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

const trySchema = z.object({
  at: instant,
  status: z.int().nullable().describe('What the receiver answered; null for no answer'),
  milliseconds: z.int(),
  answer: z.string().describe('How its answer began'),
  error: z.string().nullable().describe('Why there was no answer, or why it does not count'),
});
export type WebhookTry = z.infer<typeof trySchema>;

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'taken', 'failed'] as const;

/** One event on its way to one webhook, with what its receiver answered. */
export const webhookDeliverySchema = z
  .object({
    id: z.uuid().describe('The same for every try: the header webhook-id'),
    type: z.enum([...WEBHOOK_TYPES, TEST_TYPE]),
    ticket_id: z.uuid().nullable(),
    milestone_id: z.uuid().nullable(),
    message_id: z.uuid().nullable(),
    happened_at: instant,
    state: z.enum(WEBHOOK_DELIVERY_STATES),
    next_try_at: instant.nullable(),
    tries: z.array(trySchema).describe('The last ones'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
