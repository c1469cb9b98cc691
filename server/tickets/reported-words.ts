import { Refusal } from '#domain/refusals.ts';
import { endsWithItsWords } from '#domain/review.ts';
import type { Tx } from '../database/database.ts';

/**
 * Lets the words of a review or of a quote become others, which can be reported anew. What was decided
 * about the old ones stays in the audit log. A review stays also as long as a report of the reply to it
 * waits: a moderator judges the one by the other. The request is locked.
 * @throws Refusal `words_reported`
 */
export async function letWordsChange(
  tx: Tx,
  words: { feedback_id: string } | { quote_id: string },
): Promise<void> {
  const all = tx.selectFrom('feedback_reports').select(['id', 'about', 'status']);
  const reports = await ('feedback_id' in words
    ? all.where('feedback_id', '=', words.feedback_id)
    : all.where('quote_id', '=', words.quote_id).where('quote_message_id', 'is', null)
  ).execute();
  for (const { id, about, status } of reports) {
    if (about === 'reply') {
      if (status === 'open' || status === 'appealed') throw new Refusal('words_reported', WAITS);
    } else {
      if (!endsWithItsWords(status)) throw new Refusal('words_reported');
      await tx.deleteFrom('feedback_reports').where('id', '=', id).execute();
    }
  }
}

const WAITS =
  'The reply to your review was reported. You can change your words once a moderator has looked at both.';
