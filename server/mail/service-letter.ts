import type { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';
import type { ServiceMail, userEmailSchema } from '#domain/service-mail.ts';
import type { Reader } from '../database/database.ts';
import { seen } from '../lifecycle/visibility.ts';
import type { Letter } from './letter.ts';

const senders = { customer: 'A customer', developer: 'An unblocker', moderator: 'A moderator' };

/** The mail that an operator's program asks for. Source: specification 7.3. */
export function serviceLetter(payload: ServiceMail & { to: string }): Letter {
  const { to, message, discussionUrl } = payload;
  const quote = message?.trim();
  const facts = factsOf(payload);
  return {
    kind: 'service',
    to,
    subject: subjectOf(payload),
    paragraphs: [introduction(payload)],
    ...(quote && { quote }),
    ...(facts.length > 0 && { facts }),
    ...(discussionUrl && { button: { label: 'Open the discussion', url: discussionUrl } }),
  };
}

function subjectOf({ subject, specialty, description, budget }: ServiceMail): string {
  if (subject) return subject;
  if (specialty !== undefined) return 'New waitlist entry';
  if (description !== undefined || budget !== undefined) return 'New Request Created';
  return 'New message';
}

function introduction(payload: ServiceMail): string {
  const { notificationText, senderUserType, message, specialty } = payload;
  if (notificationText?.trim()) return notificationText.trim();
  if (message?.trim()) return `${senderUserType ? senders[senderUserType] : 'Somebody'} wrote:`;
  if (specialty !== undefined) return 'Somebody would like to become an unblocker.';
  return 'There is news for you.';
}

function factsOf(payload: ServiceMail): (readonly [string, string])[] {
  const { name, email, specialty, bio, description, categories, budget } = payload;
  const named = [
    ['Name', name],
    ['Email', email],
    ['Specialty', specialty],
    ['Bio', bio],
    ['Description', description],
    ['Categories', categories],
    ['Budget', budget],
  ] as const;
  return named.flatMap(([label, value]) => (value?.trim() ? [[label, value.trim()] as const] : []));
}

/**
 * A person's address; with a message, only of a side of its request.
 * @throws Refusal `not_found` where any part of it is missing
 */
export async function emailOf(
  db: Reader,
  { userId, messageId }: z.output<typeof userEmailSchema>,
): Promise<string> {
  const found = await db
    .selectFrom('users as u')
    .select('u.email')
    .where('u.id', '=', userId)
    .$if(messageId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('messages as m')
            .innerJoin('tickets as t', 't.id', 'm.ticket_id')
            .select('m.id')
            .where('m.id', '=', messageId ?? '')
            .where(seen.isSide('u'))
            .where(seen.isInPairing('u')),
        ),
      ),
    )
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', 'There is no such user.');
  return found.email;
}
