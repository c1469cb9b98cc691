import { z } from 'zod';
import { requiredText, text } from './text.ts';

const words = (max: number) => text(max).optional();
const USER_TYPES = ['customer', 'developer', 'moderator'] as const;

/** A single address, without a name, on one line. */
const address = z
  .email('Please enter a valid email address')
  .max(255)
  .transform((value) => value.toLowerCase());

const link = z
  .url({ protocol: /^https?$/, error: 'Please use an http or https address' })
  .max(2000);

const payloadSchema = z
  .object({
    to: address.optional().describe('Default: the team'),
    subject: requiredText(200, 'Subject is required').optional(),
    senderUserType: z.enum(USER_TYPES).optional(),
    message: words(20_000),
    discussionUrl: link.optional(),
    notificationText: words(2000),
    // of an application
    name: words(200),
    email: address.optional(),
    specialty: words(100),
    bio: words(5000),
    // of a request
    description: words(20_000),
    categories: z
      .union([
        words(500),
        z
          .array(text(100))
          .max(50)
          .transform((all) => all.join(', ')),
      ])
      .optional(),
    budget: words(100),
  })
  .refine(saysSomething, 'The message is empty');

/** A mail requested by an operator's program. Source: specification 7.3. */
export const serviceMailSchema = z.object({ message: payloadSchema });
export type ServiceMail = z.output<typeof payloadSchema>;

export const userEmailSchema = z.object({
  userId: z.guid('Please name a user'),
  messageId: z.guid('Please name a message').optional(),
});

function saysSomething(payload: Record<string, unknown>): boolean {
  const { to: _, senderUserType: __, ...said } = payload;
  return Object.values(said).some((value) => typeof value === 'string' && value.trim() !== '');
}
