import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { codeLinesSchema } from './code.ts';
import { filesInputSchema, filesSchema } from './file.ts';
import { historyItemSchema } from './history.ts';
import { MAX_CODE_LINES } from './limits.ts';
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
  to: z
    .uuid()
    .optional()
    .describe('The person it is written to: it is refused where another unblocker would read it'),
  needs_answer: z
    .boolean()
    .optional()
    .describe(
      'It is the other side’s turn until they write; an unblocker’s time is paused, unless a deadline is missed',
    ),
  reply_to: z.uuid().optional().describe('A message of this thread that its author can see'),
  code: z
    .array(codeLinesSchema)
    .max(MAX_CODE_LINES)
    .optional()
    .describe('Lines of versions of the project that it is about'),
});

/** An edit. Without `text`, `secrets: 'mask'` takes the keys out of what is there. */
export const messagePatchSchema = z.object({ text: words.optional() });

/** What a reply shows of the message that it answers, as that one is now. */
export const quoteSchema = z
  .object({
    id: z.uuid(),
    author_id: z.uuid(),
    is_system: z.boolean(),
    excerpt: z.string().describe('Its beginning, on one line, without Markdown'),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quoteSchema>;

export const messageSchema = z
  .object({
    id: z.uuid(),
    ticket_id: z.uuid(),
    pairing_id: z
      .uuid()
      .nullable()
      .describe(
        'Its conversation: see the pairings of a request. Null for the customer’s messages before the first unblocker, which every later one reads',
      ),
    author_id: z.uuid(),
    position: z.int().describe('Its position in the thread'),
    text: z.string(),
    attachments: filesSchema,
    is_read: z.boolean(),
    is_reported: z.boolean(),
    notification_sent: z.boolean(),
    is_system: z.boolean().describe('Posted by a step or a moderator, not typed'),
    is_decision: z.boolean().describe('Of these, posted by a moderator'),
    is_hidden: z.boolean().describe('Hidden by a moderator, with its files'),
    is_edited: z.boolean().describe('Edited by its author'),
    is_deleted: z.boolean().describe('Deleted by its author, with its files'),
    has_secrets: z.boolean().describe('Its author shares keys in it on purpose'),
    needs_answer: z.boolean().describe('Its author wants an answer to it'),
    code: z.array(codeLinesSchema).describe('Lines of the project that it is about'),
    client_id: z.uuid().nullable(),
    reply_to: z.uuid().nullable().describe('The message that it answers'),
    quote: quoteSchema.nullable().describe('Of that message'),
    created_at: instant,
    actions: actionsSchema,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageSchema>;

/**
 * What happened to the request between messages: one line of its history that no message tells. It
 * is nobody's message, so it is neither unread nor reported.
 */
const threadLineSchema = historyItemSchema
  .pick({ id: true, event: true, milestone_id: true, created_at: true })
  .extend({ text: z.string() })
  .meta({ id: 'ThreadLine' });
export type ThreadLine = z.infer<typeof threadLineSchema>;

/** Part of a thread, in time order. A cursor is null at the end that it would lead beyond. */
export const messagePageSchema = z.object({
  items: z.array(messageSchema),
  lines: z.array(threadLineSchema).describe('Events meanwhile, oldest first'),
  next_cursor: z.string().nullable().describe('`before`, for the older ones'),
  newer_cursor: z.string().nullable().describe('`after`, for the newer ones'),
});
export type MessagePage = z.infer<typeof messagePageSchema>;
