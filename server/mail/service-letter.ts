import type { ServiceMail } from '#domain/service-mail.ts';
import type { Letter } from './letter.ts';

const senders = { customer: 'A customer', developer: 'An unblocker', moderator: 'A moderator' };

/** The mail that a program of the operator asks for. Source: specification 7.3. */
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
