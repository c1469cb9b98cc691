import { z } from 'zod';
import { DESK_PACES } from './desk-pace.ts';
import { NEW_REQUEST_PACES } from './new-request-pace.ts';
import { quietHoursSchema } from './quiet-hours.ts';

/** Which mails a person wants. Mails about the account, such as a reset link, cannot be turned off. */
export const notificationsSchema = z
  .object({
    new_message: z.boolean(),
    request_assigned: z.boolean(),
    plan_submitted: z.boolean(),
    milestone_ready: z.boolean(),
    money: z.boolean().describe('For developers'),
    reminder: z.boolean(),
    new_request: z.enum(NEW_REQUEST_PACES).describe('For developers'),
    quiet_hours: quietHoursSchema
      .nullable()
      .describe('For developers: hours in which they are not told of new requests'),
    desk: z.enum(DESK_PACES).describe('For moderators: how often they are mailed about the queue'),
    application_waits: z.boolean().describe('For developers who review applications'),
    marketing: z.boolean(),
  })
  .meta({ id: 'Notifications' });
export type Notifications = z.infer<typeof notificationsSchema>;

/** Kinds of mail that can be turned off. */
export type MailChoice = Exclude<keyof Notifications, 'desk' | 'quiet_hours'>;
export const mailChoices = (
  Object.keys(notificationsSchema.shape) as (keyof Notifications)[]
).filter((choice): choice is MailChoice => choice !== 'desk' && choice !== 'quiet_hours');

/** A choice after its mails were turned off. */
export function stopped(choice: MailChoice): Partial<Notifications> {
  return choice === 'new_request' ? { new_request: 'never' } : { [choice]: false };
}

/** Whether somebody has turned off the mails of a choice. */
export function isStopped(kept: unknown, choice: MailChoice): boolean {
  const chosen = notificationsOf(kept)[choice];
  return chosen === false || chosen === 'never';
}

/** All about one's own requests, new ones at once, and no advertising. */
export const DEFAULT_NOTIFICATIONS: Notifications = {
  new_message: true,
  request_assigned: true,
  plan_submitted: true,
  milestone_ready: true,
  money: true,
  reminder: true,
  new_request: 'at_once',
  // Their time zone is known once they choose.
  quiet_hours: null,
  desk: 'hourly',
  application_waits: true,
  marketing: false,
};

const yesOrNo = z.boolean('Please choose yes or no').optional();

/** A change of some of them. A kind that does not exist is refused: it would never have an effect. */
export const notificationsPatchSchema = z.strictObject({
  new_message: yesOrNo,
  request_assigned: yesOrNo,
  plan_submitted: yesOrNo,
  milestone_ready: yesOrNo,
  money: yesOrNo,
  reminder: yesOrNo,
  new_request: z.enum(NEW_REQUEST_PACES, 'Please choose at_once, daily or never').optional(),
  quiet_hours: quietHoursSchema.nullable().optional(),
  desk: z.enum(DESK_PACES, 'Please choose at_once, hourly or daily').optional(),
  application_waits: yesOrNo,
  marketing: yesOrNo,
} satisfies Record<keyof Notifications, z.ZodType>);

/** What was chosen over the defaults; whatever else is kept is left out. */
export function notificationsOf(kept: unknown): Notifications {
  const chosen = notificationsSchema.partial().catch({}).parse(kept);
  return { ...DEFAULT_NOTIFICATIONS, ...withoutUndefined(chosen) };
}

function withoutUndefined(
  chosen: Partial<Record<keyof Notifications, unknown>>,
): Partial<Notifications> {
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}
