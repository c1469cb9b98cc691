import type { Change } from '../../lifecycle/change.ts';
import { enqueueMail } from '../../mail/outbox.ts';

const NOT_YOU =
  "If it was not you, choose 'Forgot password?' at sign-in to set a new password, look through Connected Accounts in My Account, and write to us by answering this mail.";

/** Tells the owner that an account elsewhere signs them in from now on. */
export async function sendIdentityLinked(
  change: Change,
  email: string,
  label: string,
): Promise<void> {
  await enqueueMail(change, {
    kind: 'identity_linked',
    to: email,
    subject: `${label} now signs you in`,
    paragraphs: [`Your Unblock account was just connected with your account at ${label}.`, NOT_YOU],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** Tells the owner that an account elsewhere signs nobody in any more. */
export async function sendIdentityUnlinked(
  change: Change,
  email: string,
  label: string,
): Promise<void> {
  await enqueueMail(change, {
    kind: 'identity_unlinked',
    to: email,
    subject: `${label} signs you in no longer`,
    paragraphs: [
      `Your Unblock account was just disconnected from your account at ${label}.`,
      NOT_YOU,
    ],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}
