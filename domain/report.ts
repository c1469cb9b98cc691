import { z } from 'zod';
import { actionsSchema } from './actions.ts';
import { instant } from './text.ts';
import { TICKET_STATUSES } from './ticket-status.ts';

export const REPORT_STATUSES = ['open', 'dismissed', 'hidden', 'closed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** A person's relation to a request; former developers are `former`. */
const threadSideSchema = z.enum(['customer', 'developer', 'former', 'moderator']);
export type ThreadSide = z.infer<typeof threadSideSchema>;

/** A message for moderators, with the text of hidden ones. */
export const moderatedMessageSchema = z
  .object({
    id: z.uuid(),
    position: z.int(),
    author_id: z.uuid(),
    author_name: z.string(),
    side: threadSideSchema,
    text: z.string(),
    answers: z
      .object({ author_name: z.string(), excerpt: z.string() })
      .nullable()
      .describe('How the message begins that it replies to'),
    attachments: z.record(z.string(), z.string()),
    is_system: z.boolean(),
    is_reported: z.boolean(),
    is_hidden: z.boolean(),
    is_deleted: z.boolean(),
    earlier: z
      .array(z.string())
      .describe('Of a reported one: its words before its author edited or deleted it'),
    created_at: instant,
    actions: actionsSchema,
  })
  .meta({ id: 'ModeratedMessage' });
export type ModeratedMessage = z.infer<typeof moderatedMessageSchema>;

/** A report: the message, with those around it. */
export const reportSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(REPORT_STATUSES),
    created_at: instant,
    decided_at: instant.nullable(),
    reason: z.string().nullable(),
    reporter: z.object({ id: z.uuid(), full_name: z.string(), side: threadSideSchema }),
    message: moderatedMessageSchema,
    around: z
      .array(moderatedMessageSchema)
      .describe(
        'It alone; where one report is opened, the thread from shortly before to after it while there is something to decide',
      ),
    ticket: z.object({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(TICKET_STATUSES),
      open_reports: z.int(),
    }),
    actions: actionsSchema,
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof reportSchema>;
