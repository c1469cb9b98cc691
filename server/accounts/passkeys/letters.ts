import type { Change } from '../../lifecycle/change.ts';
import { enqueueMail } from '../../mail/outbox.ts';

const NOT_YOU =
  "If it was not you, choose 'Forgot password?' at sign-in to set a new password, look through Passkeys in My Account, and write to us by answering this mail.";

/** Tells the owner that a new device signs in to the account. */
export async function sendPasskeyAdded(change: Change, email: string, name: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'passkey_added',
    to: email,
    subject: 'A passkey was added',
    paragraphs: [
      'A passkey was just added to your Unblock account. It signs you in without a password.',
      NOT_YOU,
    ],
    facts: [['Passkey', name]],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}

/** Tells the owner that a device signs in no longer. */
export async function sendPasskeyRemoved(
  change: Change,
  email: string,
  name: string,
): Promise<void> {
  await enqueueMail(change, {
    kind: 'passkey_removed',
    to: email,
    subject: 'A passkey was removed',
    paragraphs: [
      'A passkey was just removed from your Unblock account. It signs nobody in any more.',
      NOT_YOU,
    ],
    facts: [['Passkey', name]],
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
  });
}
