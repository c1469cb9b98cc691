import { APPLICATION_DAYS, REVIEWS_OF_APPLICATION } from '#domain/entry-test.ts';
import type { InvitedRole } from '#domain/invitation.ts';
import { INVITATION_DAYS } from '#domain/invitation.ts';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import type { Change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { applicationSecret } from './application.ts';
import { invitationSecret } from './invitations.ts';

const roleWords: Record<InvitedRole, string> = {
  developer: 'an unblocker',
  moderator: 'a moderator',
};

/** Mails the invitation link, which is stored nowhere else. */
export async function sendInvitation(
  change: Change,
  { email, role, url, has_applied }: InvitationLetter,
): Promise<void> {
  await enqueueMail(change, {
    kind: 'invitation',
    to: email,
    subject: `Join Unblock as ${roleWords[role]}`,
    paragraphs: [
      has_applied
        ? 'Good news: your application was approved.'
        : `You are invited to join Unblock as ${roleWords[role]}.`,
      `The button leads to your account. It works once, within ${INVITATION_DAYS} days.`,
    ],
    button: { label: 'Join Unblock', url },
    secret: invitationSecret(email),
    notes: ['If you did not expect this, you can ignore it: nothing happens without the button.'],
  });
}

interface InvitationLetter {
  email: string;
  role: InvitedRole;
  url: string;
  /** They had applied on the waitlist. */
  has_applied: boolean;
}

/**
 * Confirms an application. Without a word of it: anybody may have typed this address, and it must not
 * become a way to mail strangers.
 */
export async function sendReceived(change: Change, email: string, url: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'waitlist_received',
    to: email,
    subject: 'You are on the waiting list',
    paragraphs: [
      'Thank you for your wish to become an unblocker. Your application has arrived.',
      'A moderator reads it, and you get a mail with the answer either way. There is nothing more to do until then.',
      `If you like, show what you can do: examples of your work, and a test on a small broken project. Two unblockers look at it without your name, and the moderator reads what they say. The link works for ${APPLICATION_DAYS} days.`,
    ],
    button: { label: 'Add to Your Application', url },
    secret: applicationSecret(email),
    notes: ['If you did not apply, you can ignore this mail: no account was made.'],
  });
}

/** A new link to add to an application that waits; the one before works no more. */
export async function sendApplicationLink(
  change: Change,
  email: string,
  url: string,
): Promise<void> {
  await enqueueMail(change, {
    kind: 'application_link',
    to: email,
    subject: 'A new link to your application',
    paragraphs: [
      `You are on the waiting list already. The button leads to your application, where you can add examples of your work and a test, for ${APPLICATION_DAYS} days. Earlier links do not work any more.`,
    ],
    button: { label: 'Add to Your Application', url },
    secret: applicationSecret(email),
    notes: ['If you did not ask for it, you can ignore this mail: nothing has changed.'],
  });
}

/** Confirms that an application was submitted whole. It holds no link: nothing can be changed any more. */
export async function sendApplicationReceived(change: Change, email: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'application_received',
    to: email,
    subject: 'Your application has arrived',
    paragraphs: [
      'Thank you for the time that you took. Your examples and your fixed version of the project have arrived, and stay as you sent them.',
      `${REVIEWS_OF_APPLICATION} unblockers now look at them without your name. Then a moderator decides, and you get a mail with the answer either way. There is nothing more to do until then.`,
    ],
  });
}

/** Declines an application. */
export async function sendDeclined(change: Change, email: string, reason: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'waitlist_declined',
    to: email,
    subject: 'About your application',
    paragraphs: [
      'Thank you for your wish to become an unblocker. We cannot take you on at the moment, for this reason:',
    ],
    quote: reason,
  });
}

/** Tells the owner that their account's role has changed. */
export async function sendRoleChanged(
  change: Change,
  email: string,
  role: InvitedRole,
): Promise<void> {
  await enqueueMail(change, {
    kind: 'role_changed',
    to: email,
    subject: `Your account is ${roleWords[role]}'s now`,
    paragraphs: [
      `The invitation that was sent to this address was accepted, so your Unblock account is ${roleWords[role]}'s now.`,
      'Your password is the one you had before. All your devices were signed out: please sign in again.',
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** The last mail: neither it nor the address is kept once it is sent. */
export async function sendAccountDeleted(change: Change, email: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'account_deleted',
    to: email,
    subject: 'Your account was deleted',
    paragraphs: [
      'Your Unblock account was deleted, as you asked. Your name, address, settings and sessions are gone.',
      `Finished requests stay, without your name, with the person you did them with until ${RETENTION_MONTHS} months after their end. Records of payments stay without your name.`,
    ],
    notes: ['If it was not you, please answer this mail.'],
    forget: true,
  });
}
