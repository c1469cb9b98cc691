import { sql } from 'kysely';
import type { Change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { UserRow } from './auth-user.ts';
import { CODE_MINUTES, issueCode, issueLink, LINK_MINUTES, mailSecret } from './mail-links.ts';
import type { Challenge } from './pkce.ts';

interface Link {
  user: Pick<UserRow, 'id' | 'email'>;
  challenge: Challenge | null;
  redirect_to: string;
}

const IF_ASKED = `Where you are asked for a code instead, type this one. It works for ${CODE_MINUTES} minutes:`;

const WELCOME = `Welcome to Unblock. Please confirm that this is your email address; the button works once, within ${LINK_MINUTES.signup / 60} hours.`;
const SIGNED_UP_TWICE = [
  'This email address was signed up more than once, so we cannot tell which of the passwords is yours. None of them will work.',
  `If you would like an account, press the button: it works once, within ${LINK_MINUTES.signup / 60} hours, confirms that the address is yours, and lets you choose a new password.`,
];

/** Asks a new person to confirm their address. Returns when it was sent. */
export async function sendConfirmation(
  change: Change,
  link: Link & { user: Pick<UserRow, 'owes_password'> },
): Promise<Date | null> {
  const { url, code } = await issueLink(change, {
    kind: 'signup',
    user_id: link.user.id,
    challenge: link.challenge,
    redirect_to: link.redirect_to,
  });
  await enqueueMail(change, {
    kind: 'confirm_email',
    to: link.user.email,
    subject: 'Confirm your email',
    paragraphs: [...(link.user.owes_password ? SIGNED_UP_TWICE : [WELCOME]), IF_ASKED],
    code,
    button: { label: 'Confirm your email', url },
    secret: mailSecret('signup', link.user.id),
    notes: [
      'If you did not sign up, leave the button alone: somebody else has typed your address.',
    ],
  });
  return stamp(change, link.user.id, 'confirmation_sent_at');
}

/** Mails a link to set a new password; those that others asked for stay valid. */
export async function sendRecovery(change: Change, link: Link & { asker: Buffer }): Promise<void> {
  const { url, code } = await issueLink(change, {
    kind: 'recovery',
    user_id: link.user.id,
    challenge: link.challenge,
    redirect_to: link.redirect_to,
    asker: link.asker,
  });
  await enqueueMail(change, {
    kind: 'reset_password',
    to: link.user.email,
    subject: 'Reset your password',
    paragraphs: [
      `Someone asked to reset the password of your Unblock account. The button lets you choose a new one; it works once, within ${LINK_MINUTES.recovery} minutes.`,
      IF_ASKED,
    ],
    code,
    button: { label: 'Reset your password', url },
    secret: mailSecret('recovery', link.user.id, link.asker),
    notes: ['If it was not you, ignore this message: your password stays as it is.'],
  });
  await stamp(change, link.user.id, 'recovery_sent_at');
}

/** Answers a sign-up with a known address by mail, so that only its owner learns of it. */
export async function sendAlreadyRegistered(change: Change, email: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'already_registered',
    to: email,
    subject: 'You already have an account',
    paragraphs: [
      'Someone tried to sign up at Unblock with this email address, which already has an account.',
      "If it was you, just sign in; if you forgot your password, choose 'Forgot password?' there. If it was not you, there is nothing to do.",
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** Tells the owner that their password was changed. */
export async function sendPasswordChanged(change: Change, email: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'password_changed',
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Unblock account was just changed, and all other devices were signed out.',
      "If it was not you, choose 'Forgot password?' at sign-in right away to set a new one.",
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** Tells the owner of a sign-in from a new device. */
export async function sendNewDevice(
  change: Change,
  email: string,
  { name, network }: { name: string; network: string },
): Promise<void> {
  const time = new Date().toISOString().slice(0, 16).replace('T', ' ');
  await enqueueMail(change, {
    kind: 'new_device',
    to: email,
    subject: 'New sign-in to your account',
    paragraphs: [
      'Somebody has just signed in to your Unblock account, by a device or from a network that is new to us.',
      'If it was you, there is nothing to do.',
      "If it was not you, choose 'Forgot password?' at sign-in right away. A new password signs every other device out.",
    ],
    facts: [
      ['Device', name],
      ['Time', `${time} UTC`],
      ['Network', network],
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** Mails a code that proves, for a change of password, access to the account's mailbox. */
export async function sendReauthenticationCode(
  change: Change,
  user: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  const code = await issueCode(change, user.id);
  await enqueueMail(change, {
    kind: 'reauthentication',
    to: user.email,
    subject: 'Your confirmation code',
    paragraphs: [
      `Type this code where you were asked for it. It works for ${CODE_MINUTES} minutes.`,
    ],
    code,
    secret: mailSecret('reauthentication', user.id),
    notes: [
      'If you did not ask for it, someone may be using your account: please change your password.',
    ],
  });
  await stamp(change, user.id, 'reauthentication_sent_at');
}

async function stamp(
  { tx }: Change,
  id: string,
  column: 'confirmation_sent_at' | 'recovery_sent_at' | 'reauthentication_sent_at',
): Promise<Date | null> {
  const user = await tx
    .updateTable('users')
    .set({ [column]: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(column)
    .executeTakeFirstOrThrow();
  return user[column];
}
