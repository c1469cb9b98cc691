import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { developerMoney } from '../ledger/developer-money.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockPerson } from '../lifecycle/locked.ts';
import type { Call } from './call-effects.ts';
import { planCall, runCall } from './calls.ts';
import { openPayoutAccount } from './payout-accounts.ts';
import { type PayoutAccount, payoutAccount } from './payout-readiness.ts';
import { ProviderError } from './provider.ts';
import { providerOf } from './providers.ts';
import { isReturn, liesThere, plannedThere, planReturns, takeBack } from './take-back.ts';

/**
 * Brings a developer's account at the provider in line with the ledger: transfers released money,
 * takes back what a moderator took back and what lies in an account that is gone, then makes the
 * requested payouts. Safe to repeat; money without an account waits.
 * @throws ProviderError when something has to be tried again
 */
export async function settleDeveloper(context: Context, developerId: string): Promise<void> {
  const account = await accountToPay(context, developerId);
  await change(context, (change) => planReturns(change, developerId));
  const fromOthers = isReturn(account?.reference);
  // What does not come back from an account that is gone holds up nothing of the present one.
  const failure = await runPending(context, developerId, ['reversal'], fromOthers).then(
    () => null,
    (error: unknown) => error,
  );
  if (account?.ready) {
    await change(context, (change) => planTransfers(change, account));
    await runPending(context, developerId, ['transfer', 'reversal'], sql`not ${fromOthers}`);
    await change(context, (change) => planPayouts(change, account));
    await runPending(context, developerId, ['payout']);
  }
  if (failure !== null) throw failure;
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
  which: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  const pending = await context.db
    .selectFrom('provider_calls')
    .select('key')
    .where('developer_id', '=', developerId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'pending')
    .where(which)
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
async function planPayouts(change: Change, account: PayoutAccount): Promise<void> {
  const { tx, config } = change;
  const { developer_id, reference } = account;
  await lockPerson(tx, developer_id);
  const { in_transit_cents, frozen_cents } = await developerMoney(tx, developer_id);
  if (in_transit_cents === 0) return;
  const payouts = await tx
    .selectFrom('payouts')
    .select(['id', 'amount_cents'])
    .select(
      sql<boolean>`exists (select from provider_calls c where c.payout_id = payouts.id)`.as(
        'asked',
      ),
    )
    .where('developer_id', '=', developer_id)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .execute();
  let left = await liesThere(tx, account);
  for (const { id, amount_cents, asked } of payouts) {
    // What a dispute keeps here is not asked for, as that may last for months.
    const kept = !asked && frozen_cents > 0 && amount_cents > left;
    await tx.updateTable('payouts').set({ kept }).where('id', '=', id).execute();
    if (kept) continue;
    left -= amount_cents;
    await planCall(change, {
      key: `payout:${id}`,
      provider: config.payments,
      developer_id,
      payout_id: id,
      request: { kind: 'payout', account: reference, amount_cents },
    });
  }
}

/**
 * Plans what brings the developer's account at the provider in line with the ledger: requested
 * payouts, and what is theirs and not frozen. A debt is settled by smaller transfers, or by
 * reversing some.
 */
async function planTransfers(change: Change, account: PayoutAccount): Promise<void> {
  const { tx } = change;
  const { developer_id } = account;
  await lockPerson(tx, developer_id);
  const { in_transit_cents, available_cents } = await developerMoney(tx, developer_id);
  const room = in_transit_cents + available_cents - (await plannedThere(tx, account));
  if (room > 0) await sendUpTo(change, account, room);
  else if (room < 0) await takeBack(change, account, -room);
}

interface Due {
  billing_record_id: string;
  due_cents: number;
  /** The part of the customer's payment that no transfer, also one that came back, or refund has used. */
  unused_cents: number;
  payment_reference: string;
  calls: number;
}

async function sendUpTo(change: Change, account: PayoutAccount, room: number): Promise<void> {
  let left = room;
  for (const due of await released(change.tx, account)) {
    const amount_cents = Math.min(left, due.due_cents);
    if (amount_cents <= 0) continue;
    left -= amount_cents;
    await planCall(change, {
      key: `transfer:${due.billing_record_id}:${due.calls + 1}`,
      provider: change.config.payments,
      billing_record_id: due.billing_record_id,
      developer_id: account.developer_id,
      request: {
        kind: 'transfer',
        account: account.reference,
        amount_cents,
        group: due.billing_record_id,
        // The platform's share of a first hour did not come with the customer's payment.
        payment_reference: amount_cents <= due.unused_cents ? due.payment_reference : null,
      },
    });
  }
}

/**
 * Released records, oldest first, with the unsent part of the developer's share. One that the
 * provider refused waits for a day, as a person has to look at it; not for another account.
 */
async function released(tx: Tx, { developer_id, reference }: PayoutAccount): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select b.id as billing_record_id, l.amount_cents - coalesce(s.sent, 0) as due_cents,
      c.charge_cents - coalesce(r.refunded, 0) - coalesce(s.used, 0) as unused_cents,
      c.payment_reference, coalesce(s.calls, 0) as calls
    from billing_records b
    join ledger_entries e on e.billing_record_id = b.id and e.key = 'settle:' || b.id
    join ledger_lines l on l.entry_id = e.id and l.account = 'developer' and l.owner_id = ${developer_id}
    join checkouts c on c.billing_record_id = b.id and c.status in ('paid', 'refunded')
    left join lateral (select count(*) as calls,
        sum(case when state not in ('pending', 'done') then 0
          when kind = 'transfer' then amount_cents else -amount_cents end) as sent,
        sum(amount_cents) filter (where kind = 'transfer' and state in ('pending', 'done')) as used,
        bool_or(state = 'failed' and settled_at > now() - interval '1 day'
          and (kind = 'reversal' or request ->> 'account' = ${reference})) as resting
      from provider_calls where billing_record_id = b.id and kind in ('transfer', 'reversal')) s on true
    left join lateral (select sum(amount_cents) as refunded from provider_calls
      where checkout_id = c.id and kind = 'refund' and state in ('pending', 'done')) r on true
    where s.resting is not true and not exists (select from disputes d
      where d.billing_record_id = b.id and ${undecidedDispute()})
    order by e.id`.execute(tx);
  return rows.map((row) => ({
    ...row,
    due_cents: Number(row.due_cents),
    unused_cents: Number(row.unused_cents),
    calls: Number(row.calls),
  }));
}
