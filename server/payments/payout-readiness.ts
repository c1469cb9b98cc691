import { sql } from 'kysely';
import { paths } from '#domain/paths.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { providerOf } from './providers.ts';

/** Whether an account can be paid to, and when the provider was asked for that. */
export interface Readiness {
  reference: string;
  ready: boolean;
  asked_at: Date;
}

/** Asks the provider, by the one clock that all servers share. @throws ProviderError */
export async function askReady(context: Context, reference: string): Promise<Readiness> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(context.db);
  const ready = await providerOf(context).isReady(reference);
  return { reference, ready, asked_at: rows[0]?.now ?? new Date() };
}

/**
 * Keeps what the provider said of an account when it was asked then, unless a later answer is known.
 * A developer whose account is ready is sent what waits for them; that it has become so, its owner
 * is told.
 */
export async function keepReady(
  change: Change,
  { reference, ready, asked_at }: Readiness,
): Promise<void> {
  const { tx } = change;
  const account = await tx
    .selectFrom('payout_accounts')
    .select(['developer_id', 'ready'])
    .where('reference', '=', reference)
    .where('asked_at', '<=', asked_at)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return;
  await tx
    .updateTable('payout_accounts')
    .set({ ready, asked_at })
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
      url: paths.earnings(),
    },
  });
}
