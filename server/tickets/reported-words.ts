import { Refusal } from '#domain/refusals.ts';
import { endsWithItsWords, whyNotChangeWords } from '#domain/review.ts';
import type { Tx } from '../database/database.ts';

/**
 * Lets the words of a review or of a quote become others, which can be reported anew. What was decided
 * about the old ones stays in the audit log. The request is locked.
 * @throws Refusal `words_reported`
 */
export async function letWordsChange(
  tx: Tx,
  words: { feedback_id: string } | { quote_id: string },
): Promise<void> {
  const reports = tx.selectFrom('feedback_reports').select(['id', 'status']);
  const report = await ('feedback_id' in words
    ? reports.where('feedback_id', '=', words.feedback_id)
    : reports.where('quote_id', '=', words.quote_id).where('quote_message_id', 'is', null)
  ).executeTakeFirst();
  if (!report) return;
  const code = whyNotChangeWords(report.status);
  if (code) throw new Refusal(code);
  if (endsWithItsWords(report.status))
    await tx.deleteFrom('feedback_reports').where('id', '=', report.id).execute();
}
