import { z } from 'zod';
import { type Notice, noticeRules } from './notification-rules.ts';
import { stepPlacesSchema } from './record-money-schemas.ts';
import { instant } from './text.ts';

/** Kinds of notifications: the notices of steps, and three more. */
export type NotificationKind = Notice | 'new_request' | 'reminder' | 'application_waits';
const NOTIFICATION_KINDS: readonly NotificationKind[] = [
  ...(Object.keys(noticeRules) as Notice[]),
  'new_request',
  'reminder',
  'application_waits',
];

/** How long notifications are kept, in days. */
export const NOTIFICATIONS_KEPT_DAYS = 90;

const notificationSchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(NOTIFICATION_KINDS),
    ticket_id: z.uuid().nullable().describe('Null for news of several requests, and of none'),
    ticket_title: z.string().nullable().describe('Null where I cannot see the request (any more)'),
    milestone_title: z.string().nullable(),
    person_name: z.string().nullable().describe('The other side of the request'),
    count: z.int().describe('How many events it stands for, such as messages'),
    money: stepPlacesSchema.nullable().describe('The money that it mentions, for my side'),
    milestone_begun: z.boolean().describe('Work on the milestone had begun'),
    created_at: instant,
    is_read: z.boolean(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notificationSchema>;

/** One page, newest first. */
export const notificationPageSchema = z.object({
  items: z.array(notificationSchema),
  next_cursor: z.string().nullable(),
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;

/** Some of them, those of a request, or all up to the newest that was seen. */
export const readNotificationsSchema = z.union(
  [
    z.strictObject({ ids: z.array(z.guid()).min(1).max(100) }),
    z.strictObject({ ticket_id: z.guid() }),
    z.strictObject({ until: z.iso.datetime().refine((at) => !at.startsWith('0000')) }),
  ],
  'Please name up to 100 ids, a ticket_id, or a time as until',
);
