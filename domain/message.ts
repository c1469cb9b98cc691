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
  needs_answer: z
    .boolean()
    .optional()
    .describe('Until the other side writes it is their turn; an unblocker’s time stands still'),
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
    excerpt: z.string().describe('How it begins, on one line, without Markdown'),
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
        'The customer with which unblocker: see the pairings of a request. Null for what the customer said while nobody had it, which every later unblocker reads',
      ),
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
  lines: z.array(threadLineSchema).describe('What happened meanwhile, oldest first'),
  next_cursor: z.string().nullable().describe('`before`, for the older ones'),
  newer_cursor: z.string().nullable().describe('`after`, for the newer ones'),
});
export type MessagePage = z.infer<typeof messagePageSchema>;
