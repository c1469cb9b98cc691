import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { report, resolveUnseen } from './findings.ts';
import { providerOf } from './providers.ts';

/**
 * Compares amounts with the provider, of payments that moved lately or of all: what was paid, paid
 * back and transferred. A difference is a finding until it is no longer found.
 */
export async function compareWithProvider(
  context: Context,
  { everything = false }: { everything?: boolean } = {},
): Promise<void> {
  const provider = providerOf(context);
  const began = new Date();
  const { rows } = await sql<Compared>`
    select c.id, c.provider_reference as page_reference, c.billing_record_id, c.charge_cents,
      coalesce(r.cents, 0)::bigint as refunded_cents, coalesce(t.cents, 0)::bigint as sent_cents
    from checkouts c
    left join lateral (select sum(amount_cents) as cents from provider_calls
      where checkout_id = c.id and kind = 'refund' and state = 'done') r on true
    left join lateral (select sum(case kind when 'transfer' then amount_cents else -amount_cents end) as cents
      from provider_calls where billing_record_id = c.billing_record_id
        and kind in ('transfer', 'reversal') and state = 'done') t on true
    where c.provider = ${provider.name} and c.payment_reference is not null
      and (${everything} or exists (select from ledger_entries e
        where e.billing_record_id = c.billing_record_id and e.created_at > now() - interval '3 days'))`.execute(
    context.db,
  );
  let failed = false;
  for (const row of rows) {
    await compare(context, row).catch((error: unknown) => {
      failed = true;
      context.log.warn({ err: error, about: row.id }, 'a payment could not be compared');
    });
  }
  if (everything && !failed) await resolveUnseen(context.db, 'provider_differs', began);
}

interface Compared {
  id: string;
  page_reference: string;
  billing_record_id: string;
  charge_cents: number;
  refunded_cents: number;
  sent_cents: number;
}

async function compare(context: Context, row: Compared): Promise<void> {
  const provider = providerOf(context);
  const theirs = await provider.payment(row.page_reference);
  const sent = await provider.transferred(row.billing_record_id);
  const differences = [
    [theirs.paid_cents, row.charge_cents, 'paid'] as const,
    [theirs.refunded_cents, row.refunded_cents, 'paid back'] as const,
    [sent, row.sent_cents, 'transferred'] as const,
  ].filter(([at, ours]) => at !== ours);
  if (differences.length === 0) return;
  const detail = differences
    .map(([at, ours, what]) => `${what}: ${at} cents at the provider, ${ours} here`)
    .join('; ');
  await report(context.db, { kind: 'provider_differs', about: row.id, detail });
}
