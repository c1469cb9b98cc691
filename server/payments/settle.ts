import { developerMoney } from '../ledger/developer-money.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import type { Call } from './call-effects.ts';
import { planCall, runCall } from './calls.ts';
import { openPayoutAccount, type PayoutAccount, payoutAccount } from './payout-accounts.ts';
import { ProviderError } from './provider.ts';
import { providerOf } from './providers.ts';
import { planTransfers } from './transfers.ts';

/**
 * Brings a developer's account at the provider in line with the ledger: transfers released money,
 * takes back what a moderator took back, then makes the requested payouts. Safe to repeat; money
 * without an account waits.
 * @throws ProviderError when something has to be tried again
 */
export async function settleDeveloper(context: Context, developerId: string): Promise<void> {
  const account = await accountToPay(context, developerId);
  if (!account?.ready) return;
  await change(context, (change) => planTransfers(change, account));
  await runPending(context, developerId, ['transfer', 'reversal']);
  await change(context, (change) => planPayouts(change, account));
  await runPending(context, developerId, ['payout']);
}

/** Where developers do not sign up, the account is created when it is first needed. */
async function accountToPay(
  context: Context,
  developerId: string,
): Promise<PayoutAccount | undefined> {
  const account = await payoutAccount(context, developerId);
  if (account?.ready || providerOf(context).onboards) return account;
  const developer = await context.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', developerId)
    .executeTakeFirst();
  return developer && openPayoutAccount(context, developer);
}

/** A failed one does not hold up the others; the first failure is thrown at the end. */
async function runPending(
  context: Context,
  developerId: string,
  kinds: Call['kind'][],
): Promise<void> {
  const pending = await context.db
    .selectFrom('provider_calls')
    .select('key')
    .where('developer_id', '=', developerId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'pending')
    .orderBy('created_at')
    .execute();
  const failures: unknown[] = [];
  for (const { key } of pending) {
    await runCall(context, key).catch((error: unknown) => failures.push(error));
  }
  const again = failures.find(
    (error) => !(error instanceof ProviderError && error.outcome === 'refused'),
  );
  if (again) throw again;
}

/** Payouts whose money is in the developer's account there, oldest first. */
async function planPayouts(
  change: Change,
  { developer_id, reference }: PayoutAccount,
): Promise<void> {
  const { tx, config } = change;
  await tx.selectFrom('profiles').select('id').where('id', '=', developer_id).forUpdate().execute();
  const { in_transit_cents } = await developerMoney(tx, developer_id);
  if (in_transit_cents === 0) return;
  const payouts = await tx
    .selectFrom('payouts')
    .select(['id', 'amount_cents'])
    .where('developer_id', '=', developer_id)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .execute();
  for (const { id, amount_cents } of payouts) {
    await planCall(change, {
      key: `payout:${id}`,
      provider: config.payments,
      developer_id,
      payout_id: id,
      request: { kind: 'payout', account: reference, amount_cents },
    });
  }
}
