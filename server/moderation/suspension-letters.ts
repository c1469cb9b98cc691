import type { Change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';

/** Tells somebody that they cannot sign in any more, and why. */
export async function sendSuspended(change: Change, email: string, reason: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'account_suspended',
    to: email,
    subject: 'Your account was suspended',
    paragraphs: [
      'A moderator has suspended your Unblock account. All your devices were signed out, and your running requests wait for a moderator.',
      'The reason:',
    ],
    quote: reason,
    notes: [
      'If you think this is a mistake, please answer this mail. What you have earned and what is held for you stays yours.',
    ],
  });
}

/** Tells somebody that they may sign in again, and why. */
export async function sendRestored(change: Change, email: string, reason: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'account_restored',
    to: email,
    subject: 'Your account was restored',
    paragraphs: [
      'A moderator has restored your Unblock account: you can sign in again.',
      'The reason:',
    ],
    quote: reason,
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
    notes: ['Requests that waited for a moderator go on once a moderator has looked into them.'],
  });
}
