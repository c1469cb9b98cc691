import { sql } from 'kysely';
import { isStopped } from '#domain/mail-preferences.ts';
import { DAY_MS, MINUTE_MS } from '#domain/milliseconds.ts';
import { paths } from '#domain/paths.ts';
import { notBanned } from '../database/banned.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { hasDoneEnough, waitsFor } from './reviews.ts';

const BATCH = 500;

/**
 * Tells each unblocker who may review, and is not away, of the applications that came since they were
 * last told and still wait for a review by them: by the bell, and by mail if they want that. Once a day
 * at most, however often and on however many servers this runs. If one fails, the others are still told.
 * @throws AggregateError when some failed; the next run tries them again
 */
export async function tellReviewers(context: Context, now = new Date()): Promise<void> {
  // What was submitted just now may not be committed yet: it is told by the next run.
  const until = new Date(now.getTime() - MINUTE_MS);
  const failures: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const reviewers: Reviewer[] = await someReviewers(context.db, { until, after });
    for (const reviewer of reviewers) {
      await change(context, (change) => tell(change, reviewer, until)).catch((cause: unknown) =>
        failures.push(cause),
      );
    }
    if (reviewers.length < BATCH) break;
    after = reviewers.at(-1)?.id ?? null;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some reviewers could not be told');
}

type Reviewer = Awaited<ReturnType<typeof someReviewers>>[number];

/** Those for whom something new waits, and who were told nothing for a day. */
function someReviewers(db: Database, { until, after }: { until: Date; after: string | null }) {
  const reviewer = { id: sql.ref('p.id'), email: sql.ref('u.email') };
  return db
    .selectFrom('unblockers as b')
    .innerJoin('profiles as p', 'p.id', 'b.developer_id')
    .innerJoin('users as u', 'u.id', 'p.id')
    .leftJoin('application_news as n', 'n.reviewer_id', 'p.id')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('applications as a')
          .innerJoin('waitlist as w', 'w.id', 'a.waitlist_id')
          .select(sql<number>`count(*)::int`.as('count'))
          .where(waitsFor(reviewer))
          .where('a.submitted_at', '<=', until)
          .where(sql<boolean>`a.submitted_at > coalesce(n.told_until, '-infinity')`)
          .as('news'),
      (join) => join.onTrue(),
    )
    .select(['p.id', 'u.email', 'p.notifications', 'news.count'])
    .where('p.user_type', '=', 'developer')
    .where(notBanned)
    .where(hasDoneEnough)
    .where(sql<boolean>`(p.away_until is null or p.away_until <= now())`)
    .where(sql<boolean>`coalesce(n.told_until, '-infinity') <= ${dayBefore(until)}`)
    .where('news.count', '>', 0)
    .$if(after !== null, (query) => query.where('p.id', '>', after ?? ''))
    .orderBy('p.id')
    .limit(BATCH)
    .execute();
}

async function tell(
  change: Change,
  { id, email, notifications, count }: Reviewer,
  until: Date,
): Promise<void> {
  if (!(await claimDay(change.tx, id, until))) return;
  await notify(change, { kind: 'application_waits', to: [id], ticketId: null, count });
  if (isStopped(notifications, 'application_waits')) return;
  await enqueueMail(change, {
    kind: 'application_waits',
    to: email,
    subject:
      count === 1 ? 'An application waits for a review' : `${count} applications wait for a review`,
    paragraphs: [
      'Somebody would like to become an unblocker, and has mended the broken project of the entry test. You see their work, not who they are.',
      'If you have half an hour, look whether it holds, and say what you think of it. The moderators decide with what you say.',
    ],
    button: { label: 'Review Applications', url: paths.applications() },
    choice: { personId: id, kind: 'application_waits' },
    notes: ['In your account you can choose which of these mails you get.'],
  });
}

/** False where another server has told them meanwhile. */
async function claimDay(tx: Tx, reviewerId: string, until: Date): Promise<boolean> {
  const claimed = await tx
    .insertInto('application_news')
    .values({ reviewer_id: reviewerId, told_until: until })
    .onConflict((conflict) =>
      conflict
        .column('reviewer_id')
        .doUpdateSet({ told_until: until })
        .where('application_news.told_until', '<=', dayBefore(until)),
    )
    .returning('reviewer_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

function dayBefore(until: Date): Date {
  return new Date(until.getTime() - DAY_MS);
}
