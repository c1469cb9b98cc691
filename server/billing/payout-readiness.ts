import type { Change } from '../change.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { enqueueMail } from '../mail/outbox.ts';

interface Standing {
  provider: string;
  reference: string;
  /** Whether it can be paid to. */
  ready: boolean;
}

/**
 * Writes down how a payout account stands, as the provider says. A developer whose account is ready
 * is sent what waits for them; that it has become so, its owner is told.
 */
export async function keepReadiness(
  change: Change,
  { provider, reference, ready }: Standing,
): Promise<void> {
  const { tx } = change;
  const account = await tx
    .selectFrom('payout_accounts')
    .select(['developer_id', 'ready'])
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return;
  await tx
    .updateTable('payout_accounts')
    .set({ ready })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .execute();
  if (ready && !account.ready) await sendPayoutsSetUp(change, account.developer_id);
  if (ready) await enqueueJob(tx, 'settle', { developer_id: account.developer_id });
}

/** Security mail: it always goes. Nobody, where the account was deleted meanwhile. */
async function sendPayoutsSetUp(change: Change, developerId: string): Promise<void> {
  const owner = await change.tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', developerId)
    .executeTakeFirst();
  if (!owner) return;
  await enqueueMail(change, {
    kind: 'payout_account_set',
    to: owner.email,
    subject: 'Your payouts were set up',
    paragraphs: [
      'It was just told to the payment provider where the earnings of your Unblock account are to go. From now on payouts go there.',
      "If it was not you, choose 'Forgot password?' at sign-in to set a new password, and write to us by answering this mail before anything is paid out.",
    ],
    button: {
      label: 'View your earnings',
      url: `${change.config.publicUrl}/dashboard/developer/earnings`,
    },
  });
}
