import { sql } from 'kysely';
import { paths } from '#domain/paths.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { report, resolve } from '../ledger/findings.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { providerOf } from './providers.ts';

export interface PayoutAccount {
  developer_id: string;
  reference: string;
  ready: boolean;
}

/** A developer's account at the current provider, if any. */
export function payoutAccount(
  { db, config }: Pick<Context, 'db' | 'config'>,
  developerId: string,
): Promise<PayoutAccount | undefined> {
  return db
    .selectFrom('payout_accounts')
    .select(['developer_id', 'reference', 'ready'])
    .where('developer_id', '=', developerId)
    .where('provider', '=', config.payments)
    .executeTakeFirst();
}

/** The calls that open a developer's account at the current provider, newest first. */
export function accountCalls({ db, config }: Pick<Context, 'db' | 'config'>, developerId: string) {
  return db
    .selectFrom('provider_calls')
    .select(['key', 'state', 'tries', 'request'])
    .where('developer_id', '=', developerId)
    .where('kind', '=', 'account')
    .where('provider', '=', config.payments)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc');
}

/** Whether payouts can go to an account, and when the provider was asked, as the database writes it. */
export interface Readiness {
  reference: string;
  ready: boolean;
  asked_at: string;
}

/**
 * Asks the provider; the time is the database's, which all servers share.
 * @throws ProviderError
 */
export async function askReady(context: Context, reference: string): Promise<Readiness> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(
    context.db,
  );
  const ready = await providerOf(context).isReady(reference);
  return { reference, ready, asked_at: rows[0]?.now ?? 'now' };
}

/**
 * Stores the provider's answer about an account, unless a later one is known. If the account has
 * become ready, waiting money is sent and its owner told.
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
    .where('asked_at', '<=', sql<Date>`${asked_at}::timestamptz`)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return;
  await tx
    .updateTable('payout_accounts')
    .set({ ready, asked_at: sql<Date>`${asked_at}::timestamptz` })
    .where('reference', '=', reference)
    .execute();
  if (ready && !account.ready) await sendPayoutsSetUp(change, account.developer_id);
  if (ready) await resolveGone(change, reference);
  if (ready) await enqueueJob(tx, 'settle', { developer_id: account.developer_id });
}

/**
 * Sends nothing more to an account that the provider calls closed. It is not forgotten yet: with a key of
 * another platform every account looks so.
 * @returns whether it is still somebody's
 */
export async function stopPaying({ tx }: Change, reference: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_accounts')
    .set({ ready: false, asked_at: sql<Date>`clock_timestamp()` })
    .where('reference', '=', reference)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const GONE = 'account_gone';

/** Tells the operator that a payout waits, as the provider calls its account closed. */
export function reportGone({ tx }: Change, reference: string): Promise<void> {
  const detail = 'A payout waits: the provider says that this account is closed, or not ours.';
  return report(tx, { kind: GONE, about: reference, detail });
}

/** A payout has left an account that looked closed: it is there, and money can go to it again. */
export async function accountPaid(change: Change, reference: string): Promise<void> {
  const { tx } = change;
  // The account before the finding, as everywhere.
  const theirs = tx.selectFrom('payout_accounts').select('reference');
  await theirs.where('reference', '=', reference).forUpdate().execute();
  if (!(await resolveGone(change, reference))) return;
  await tx
    .updateTable('payout_accounts')
    .set({ ready: true })
    .where('reference', '=', reference)
    .execute();
}

/** @returns whether it looked gone */
function resolveGone({ tx }: Change, reference: string): Promise<boolean> {
  return resolve(tx, GONE, [reference]);
}

/**
 * Forgets an account to which nothing can be sent any more, as its owner opens another. What lies in it
 * is taken back by the next settling.
 */
export async function loseAccount(change: Change, reference: string): Promise<void> {
  const { tx } = change;
  const lost = await tx
    .deleteFrom('payout_accounts')
    .where('reference', '=', reference)
    .returning('developer_id')
    .executeTakeFirst();
  await resolveGone(change, reference);
  if (lost) await enqueueJob(tx, 'settle', { developer_id: lost.developer_id });
}

function sendPayoutsSetUp(change: Change, developerId: string): Promise<void> {
  return sendSecurityMail(change, developerId, {
    subject: 'Your payouts were set up',
    what: 'It was just told to the payment provider where the earnings of your Unblock account are to go. From now on payouts go there.',
  });
}

/** Tells an owner that the page was opened on which it is said where payouts go. */
export function sendPageOpened(change: Change, developerId: string): Promise<void> {
  return sendSecurityMail(change, developerId, {
    subject: 'Somebody may change where your payouts go',
    what: 'From your Unblock account the page of the payment provider was just opened on which the bank account for your payouts can be changed.',
  });
}

/** Cannot be turned off. None where the account was deleted meanwhile. */
async function sendSecurityMail(
  change: Change,
  developerId: string,
  { subject, what }: { subject: string; what: string },
): Promise<void> {
  const owner = await change.tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', developerId)
    .executeTakeFirst();
  if (!owner) return;
  await enqueueMail(change, {
    kind: 'payout_account_set',
    to: owner.email,
    subject,
    paragraphs: [
      what,
      "If it was not you, choose 'Forgot password?' at sign-in to set a new password, and write to us by answering this mail before anything is paid out.",
    ],
    button: {
      label: 'View your earnings',
      url: paths.earnings(),
    },
  });
}
