import { ledgerState } from '../../ledger/check-ledger.ts';
import { compareWithProvider } from '../../payments/compare.ts';
import { ok } from '../deeds.ts';
import { REASON } from '../moderation.ts';
import type { MoneyWorld } from './money-world.ts';

/** What a comparison with the provider finds now. */
export async function differences(
  { world }: Pick<MoneyWorld, 'world'>,
  options?: { everything: boolean },
): Promise<string[]> {
  const { context } = world;
  await compareWithProvider(context, options);
  const rows = await context.db
    .selectFrom('money_findings')
    .select('detail')
    .where('kind', '=', 'provider_differs')
    .where('resolved_at', 'is', null)
    .orderBy('detail')
    .execute();
  return rows.map(({ detail }) => detail);
}

/** A moderator has looked into what was found, such as by a comparison. */
export async function markDone(
  { world }: Pick<MoneyWorld, 'world'>,
  which = 'provider_differs',
): Promise<void> {
  const { findings } = await ledgerState(world.context.db);
  const found = findings.find(({ kind }) => kind === which);
  const moderator = await world.person('moderator');
  const path = `/api/moderation/findings/${found?.id}/done`;
  ok(await moderator.call('POST', path, { reason: REASON }));
}

/** The newest of what has moved. */
export function last<Value>(all: Iterable<Value>): Value {
  const value = [...all].at(-1);
  if (value === undefined) throw new Error('nothing moved');
  return value;
}
