import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';

/** So much of what a refund owes is settled without it: it is made no more, or for less. */
export async function coverCall(
  tx: Tx,
  { key, amount_cents }: { key: string; amount_cents: number | null },
  cents: number,
): Promise<void> {
  if (cents === amount_cents)
    await tx
      .updateTable('provider_calls')
      .set({ state: 'covered', settled_at: new Date() })
      .where('key', '=', key)
      .execute();
  else
    await sql`update provider_calls set amount_cents = amount_cents - ${cents},
      request = request || jsonb_build_object('amount_cents', amount_cents - ${cents})
      where key = ${key}`.execute(tx);
}

/** The provider had refused a refund, as it was too much: asks for what is left of it. */
export async function askForRest(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable('provider_calls')
    .set(({ eb }) => ({
      state: 'pending',
      settled_at: null,
      // Its key stands for another amount there.
      generation: eb('generation', '+', 1),
      keyed_at: null,
    }))
    .where('key', '=', key)
    .execute();
  await enqueueJob(tx, 'provider-call', { key });
}
