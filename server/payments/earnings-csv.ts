import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { asLine, CSV_HEAD, lineCsv, movementsOf } from './movements.ts';

const AT_ONCE = 1000;

/**
 * All movements of a developer's balance as CSV, newest first; each line as on its statement.
 * @throws Refusal `not_your_part`
 */
export async function earningsCsv(db: Reader, viewer: Viewer): Promise<string> {
  if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  const lines = [CSV_HEAD];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const entries = await movementsOf(db, viewer.id)
      .where('e.id', '<', before)
      .orderBy('e.id', 'desc')
      .limit(AT_ONCE)
      .execute();
    lines.push(...entries.map((entry) => lineCsv(asLine(entry))));
    const last = entries.at(-1);
    if (!last || entries.length < AT_ONCE) break;
    before = Number(last.id);
  }
  return lines.join('');
}
