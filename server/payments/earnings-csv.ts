import type { Earning } from '#domain/earnings.ts';
import { Refusal } from '#domain/refusals.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Reader } from '../database/database.ts';
import { csvDollars, csvLine } from '../http/csv.ts';
import type { Viewer } from '../http/viewer.ts';
import { entriesOf } from './earnings.ts';

const AT_ONCE = 1000;
const HEADER = ['Date', 'Kind', 'Request', 'Milestone', 'Price', 'Fee', 'Amount'];

/**
 * All movements of a developer's balance as CSV, newest first; amounts in dollars.
 * @throws Refusal `not_your_part`
 */
export async function earningsCsv(db: Reader, viewer: Viewer): Promise<string> {
  if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  const lines = [csvLine(HEADER)];
  for (let after: number | null = null; ; ) {
    const entries: Earning[] = await entriesOf(db, viewer.id, { after, limit: AT_ONCE });
    lines.push(...entries.map((entry) => csvLine(row(entry))));
    const last = entries.at(-1);
    if (!last || entries.length < AT_ONCE) break;
    after = Number(last.id);
  }
  return lines.join('');
}

function row(entry: Earning): string[] {
  return [
    new Date(entry.created_at).toISOString(),
    entry.kind,
    entry.ticket_id === null ? '' : `#${shortId(entry.ticket_id)}`,
    entry.milestone_title ?? '',
    csvDollars(entry.gross_cents),
    csvDollars(entry.fee_cents),
    csvDollars(entry.amount_cents),
  ];
}
