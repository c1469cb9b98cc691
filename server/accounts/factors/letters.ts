import type { Change } from '../../lifecycle/change.ts';
import { enqueueMail } from '../../mail/outbox.ts';

const NOT_YOU =
  "If it was not you, choose 'Forgot password?' at sign-in to set a new password, and write to us by answering this mail.";

/** Tells the owner that signing in now needs a code. */
export async function sendAppAdded(
  change: Change,
  email: string,
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  await enqueueMail(change, {
    kind: 'factor_added',
    to: email,
    subject: isFirst ? 'Two-step sign-in is on' : 'An authenticator app was added',
    paragraphs: [
      'An authenticator app was just added to your Unblock account. Signing in takes a code of it from now on, after your password. Devices that had not shown a code were signed out.',
      NOT_YOU,
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
    notes: ['Keep your backup codes where you find them without your phone.'],
  });
}

/** Tells the owner that an app was removed. */
export async function sendAppRemoved(
  change: Change,
  email: string,
  { isLast }: { isLast: boolean },
): Promise<void> {
  await enqueueMail(change, {
    kind: 'factor_removed',
    to: email,
    subject: isLast ? 'Two-step sign-in is off' : 'An authenticator app was removed',
    paragraphs: [
      isLast
        ? 'Two-step sign-in of your Unblock account was just turned off. Your password alone signs you in now, and your backup codes work no longer.'
        : 'An authenticator app was just removed from your Unblock account. Your other one still signs you in.',
      NOT_YOU,
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** Tells the owner that a backup code was used, and how many are left. */
export async function sendBackupCodeUsed(
  change: Change,
  email: string,
  left: number,
): Promise<void> {
  await enqueueMail(change, {
    kind: 'backup_code_used',
    to: email,
    subject: 'A backup code was used to sign in',
    paragraphs: [
      `Someone signed in to your Unblock account with your password and a backup code. ${left === 1 ? 'One code is' : `${left} codes are`} left; you can make new ones in My Account.`,
      NOT_YOU,
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** Warns the owner that somebody with the password failed at the second factor. */
export async function sendWrongCodes(change: Change, email: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'wrong_codes',
    to: email,
    subject: 'Wrong codes at sign-in',
    paragraphs: [
      'Someone knew the password of your Unblock account and then entered wrong codes many times. They did not get in.',
      'If it was you, wait a few minutes, or use a backup code. If it was not you, please change your password now.',
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}
