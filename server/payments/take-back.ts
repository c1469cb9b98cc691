import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockPerson } from '../lifecycle/locked.ts';
import { planCall } from './calls.ts';
import { type PayoutAccount, payoutAccount } from './payout-readiness.ts';

type Whose = Pick<PayoutAccount, 'developer_id' | 'reference'>;

/** What lies in one of a developer's accounts, in cents. */
interface There {
  provider: string;
  reference: string;
  /** Once all planned calls are made. */
  planned_cents: number;
  /** Of what has arrived there, the part that is neither paid out nor on its way back. */
  rest_cents: number;
  /** On its way back, and not yet taken. */
  returning_cents: number;
  /** The provider has refused to take something back today: a person has to look at it. */
  rests: boolean;
}

async function accountsOf(tx: Tx, developerId: string): Promise<There[]> {
  const { rows } = await sql<There>`
    with moved as (
      select c.provider, c.kind, c.state, c.amount_cents, c.settled_at,
        coalesce(t.request, c.request) ->> 'account' as reference
      from provider_calls c
      left join provider_calls t on c.kind = 'reversal' and t.kind = 'transfer'
        and t.provider = c.provider and t.reference = c.request ->> 'transfer_reference'
      where c.developer_id = ${developerId} and c.kind in ('transfer', 'reversal', 'payout'))
    select provider, reference,
      coalesce(sum(case kind when 'transfer' then amount_cents else -amount_cents end)
        filter (where state = 'done' or state = 'pending' and kind <> 'payout'), 0)::bigint as planned_cents,
      coalesce(sum(case kind when 'transfer' then amount_cents else -amount_cents end)
        filter (where state = 'done' or state = 'pending' and kind = 'reversal'), 0)::bigint as rest_cents,
      coalesce(sum(amount_cents)
        filter (where kind = 'reversal' and state = 'pending'), 0)::bigint as returning_cents,
      coalesce(bool_or(kind = 'reversal' and state = 'failed'
        and settled_at > now() - interval '1 day'), false) as rests
    from moved group by provider, reference`.execute(tx);
  return rows.map((row) => ({
    ...row,
    planned_cents: Number(row.planned_cents),
    rest_cents: Number(row.rest_cents),
    returning_cents: Number(row.returning_cents),
  }));
}

/**
 * What a developer will have at the provider once all planned calls are made. What lies in an account
 * that is gone counts until it is back, so that it is not sent twice.
 */
export async function plannedThere(tx: Tx, { developer_id, reference }: Whose): Promise<number> {
  const accounts = await accountsOf(tx, developer_id);
  return accounts.reduce(
    (sum, { planned_cents, returning_cents, ...each }) =>
      sum + planned_cents + (each.reference === reference ? 0 : returning_cents),
    0,
  );
}

/** What has arrived in one of a developer's accounts and lies there, in cents. */
export async function liesThere(tx: Tx, { developer_id, reference }: Whose): Promise<number> {
  const accounts = await accountsOf(tx, developer_id);
  return accounts.find((each) => each.reference === reference)?.rest_cents ?? 0;
}

/**
 * Plans to take back what lies in accounts that are gone: any but the present one. Not from somebody
 * who has left: theirs is forgotten here and may be in use.
 */
export async function planReturns(change: Change, developer_id: string): Promise<void> {
  const { tx, config } = change;
  await lockPerson(tx, developer_id);
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', developer_id)
    .executeTakeFirst();
  if (!person) return;
  const present = await payoutAccount({ db: tx, config }, developer_id);
  for (const each of await accountsOf(tx, developer_id)) {
    const { provider, reference, rest_cents, rests } = each;
    if (provider !== config.payments || reference === present?.reference) continue;
    if (rest_cents > 0 && !rests) await takeBack(change, { developer_id, reference }, rest_cents);
  }
}

/** Whether a call takes money back from another account than this one; see `planReturns`. */
export const isReturn = (reference: string | undefined) => sql<boolean>`(kind = 'reversal'
  and exists (select from provider_calls t where t.kind = 'transfer' and t.provider = provider_calls.provider
    and t.reference = provider_calls.request ->> 'transfer_reference'
    and t.request ->> 'account' is distinct from ${reference ?? null}))`;

/** Newest transfers first: they are the least likely to be on their way to a bank. */
export async function takeBack(
  change: Change,
  { developer_id, reference }: Whose,
  cents: number,
): Promise<void> {
  const { rows } = await sql<{
    billing_record_id: string;
    reference: string;
    rest: number;
    calls: number;
  }>`
    select t.billing_record_id, t.reference, t.amount_cents - coalesce(r.back, 0) as rest, n.calls
    from provider_calls t
    left join lateral (select sum(amount_cents) as back from provider_calls
      where kind = 'reversal' and state in ('pending', 'done')
        and request ->> 'transfer_reference' = t.reference) r on true
    left join lateral (select count(*) as calls from provider_calls
      where billing_record_id = t.billing_record_id and kind in ('transfer', 'reversal')) n on true
    where t.developer_id = ${developer_id} and t.kind = 'transfer' and t.state = 'done'
      and t.request ->> 'account' = ${reference}
    order by t.settled_at desc, t.key`.execute(change.tx);
  let left = cents;
  const used = new Map<string, number>();
  for (const { billing_record_id, reference: transfer_reference, rest, calls } of rows) {
    const amount_cents = Math.min(left, Number(rest));
    if (amount_cents <= 0) continue;
    left -= amount_cents;
    const number = (used.get(billing_record_id) ?? Number(calls)) + 1;
    used.set(billing_record_id, number);
    await planCall(change, {
      key: `reversal:${billing_record_id}:${number}`,
      provider: change.config.payments,
      billing_record_id,
      developer_id,
      request: { kind: 'reversal', transfer_reference, amount_cents },
    });
  }
}
