import type { Export } from '#domain/export.ts';
import type { Reader } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { entryVersionOf } from '../application.ts';

/** What a person added to their entry of the waitlist, and what was said of it. */
export async function applicationOf(db: Reader, { email }: Viewer): Promise<Export['application']> {
  const row = await db
    .selectFrom('applications as a')
    .innerJoin('waitlist as w', 'w.id', 'a.waitlist_id')
    .select(['a.id', 'a.examples', 'a.categories', 'a.ai_tools', 'a.time_zone', 'a.hours'])
    .select(['a.proofs', 'a.created_at', 'a.submitted_at'])
    .where('w.email', '=', email)
    .executeTakeFirst();
  if (!row) return null;
  const { id, ...application } = row;
  const reviews = await db
    .selectFrom('application_reviews')
    .select(['checks', 'marks', 'recommends', 'note', 'created_at'])
    .where('application_id', '=', id)
    .orderBy('place')
    .execute();
  return { ...application, version: await entryVersionOf(db, id), reviews };
}

/** What a person said of the applications of others. */
export async function applicationReviewsBy(
  db: Reader,
  me: string,
): Promise<Export['application_reviews']> {
  return db
    .selectFrom('application_reviews as r')
    .innerJoin('applications as a', 'a.id', 'r.application_id')
    .select(['a.number', 'r.checks', 'r.marks', 'r.recommends', 'r.note', 'r.created_at'])
    .where('r.reviewer_id', '=', me)
    .orderBy('r.created_at')
    .execute();
}
