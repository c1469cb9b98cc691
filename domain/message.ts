import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { filesInputSchema, filesSchema } from './file.ts';
import { MAX_MESSAGE_LENGTH, MESSAGE_EMPTY } from './message-text.ts';
import { instant, text } from './text.ts';
import { isBlank } from './text-rules.ts';

const words = text(MAX_MESSAGE_LENGTH, MESSAGE_EMPTY).refine(
  (value) => !isBlank(value),
  MESSAGE_EMPTY,
);

/** The composer. `client_id` makes sending twice store once. Source: specification 5, "Message". */
export const messageInputSchema = z.object({
  text: words,
  attachments: filesInputSchema.optional(),
  client_id: z.uuid().optional(),
});

/** An edit. Without `text`, `secrets: 'mask'` takes the keys out of what is there. */
export const messagePatchSchema = z.object({ text: words.optional() });

export const messageSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    author_id: z.uuid(),
    position: z.int().describe('Its place in the order of the thread'),
    text: z.string(),
    attachments: filesSchema,
    is_read: z.boolean(),
    is_reported: z.boolean(),
    notification_sent: z.boolean(),
    is_system: z.boolean().describe('Posted by a step of the plan or a moderator, not typed'),
    is_hidden: z.boolean().describe('By a moderator: its words and files are gone'),
    is_edited: z.boolean().describe('By its author, after it was sent'),
    is_deleted: z.boolean().describe('By its author: its words and files are gone'),
    has_secrets: z.boolean().describe('Its author has shared keys in it knowingly'),
    client_id: z.uuid().nullable(),
    created_at: instant,
    actions: actionsSchema,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

/** Part of a thread, in time order. A cursor is null at the end that it would lead beyond. */
export const messagePageSchema = z.object({
  items: z.array(messageSchema),
  next_cursor: z.string().nullable().describe('`before`, for the older ones'),
  newer_cursor: z.string().nullable().describe('`after`, for the newer ones'),
});
export type MessagePage = z.infer<typeof messagePageSchema>;
