import type { Change } from './change.ts';
import { perform } from './perform.ts';
import { lockTicketOfQuote } from './quote-rows.ts';

/** Withdraws the running quotes of somebody who may not sign in any more, leaves, or becomes a moderator. */
export async function withdrawQuotesOf(change: Change, developerId: string): Promise<void> {
  const running = await change.tx
    .selectFrom('quotes')
    .select('id')
    .where('developer_id', '=', developerId)
    .where('outcome', 'is', null)
    // Always in one order, so that two of these cannot lock each other.
    .orderBy('ticket_id')
    .execute();
  for (const { id } of running) {
    const { locked, quote } = await lockTicketOfQuote(change.tx, id);
    if (quote.outcome !== null) continue;
    await perform(change, locked, { action: 'withdraw-quote', actor: 'clock', quote });
  }
}
