import { paths } from '#domain/paths.ts';
import type { WEBHOOK_OFF_BY } from '#domain/webhook.ts';
import { WEBHOOK_FAILING_DAYS } from '#domain/webhook-limits.ts';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';

/** Switches a webhook off: what it was to be told is not sent by itself any more. */
export async function turnOff(
  tx: Tx,
  id: string,
  off_by: (typeof WEBHOOK_OFF_BY)[number],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ off_since: new Date(), off_by })
    .where('id', '=', id)
    .where('off_since', 'is', null)
    .executeTakeFirst();
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', due_at: null })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  return numUpdatedRows > 0n;
}

const whys = {
  failures: `It has taken nothing that we sent for ${WEBHOOK_FAILING_DAYS} days.`,
  gone: 'It answered that it is gone (status 410).',
};

/** The same because of its receiver: its owner is told by mail. */
export async function switchOff(
  change: Change,
  { id, url, email }: { id: string; url: string; email: string },
  why: keyof typeof whys,
): Promise<void> {
  if (!(await turnOff(change.tx, id, why))) return;
  await enqueueMail(change, {
    kind: 'webhook_off',
    to: email,
    subject: 'A webhook was switched off',
    paragraphs: [
      `One of your webhooks was switched off. ${whys[why]}`,
      'What happens to your requests from now on is not sent to it. Under Webhooks in your account you see what it answered, and can switch it on again.',
    ],
    // Not the whole address: what follows the host may be a key.
    facts: [['Host', new URL(url).host]],
    button: { label: 'Go to Unblock', url: paths.dashboard() },
  });
}
