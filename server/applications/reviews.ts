import { type RawBuilder, sql } from 'kysely';
import type {
  ApplicationReview,
  ApplicationReviewInput,
  ModeratedApplication,
  ReviewedApplication,
  WaitingApplication,
} from '#domain/application.ts';
import { REVIEWER_MILESTONES, REVIEWS_OF_APPLICATION } from '#domain/entry-test.ts';
import { Refusal } from '#domain/refusals.ts';
import { entryVersionOf } from '../accounts/application.ts';
import type { Reader } from '../database/database.ts';
import { type Page, type PageRequest, readPage } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { TOLD } from './own-application.ts';

/**
 * Applications that an unblocker can review, the one that waits longest first.
 * @throws Refusal `not_your_part`, `reviewer_is_new`
 */
export async function waitingApplications(
  db: Reader,
  viewer: Viewer,
  page: PageRequest,
): Promise<Page<WaitingApplication>> {
  await requireReviewer(db, viewer);
  const query = reviewable(db, viewer).where(waitsFor(viewer));
  const found = await readPage(query, page, { by: ['a.submitted_at', 'a.id'], order: 'asc' });
  return { ...found, items: found.items.map(asWaiting) };
}

/**
 * An application as its reviewer reads it: by its number, without name, address or bio. After their
 * review they can read it until it is decided.
 * @throws Refusal `not_your_part`, `reviewer_is_new`, `not_found`, `application_reviewed`
 */
export async function applicationToReview(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<ReviewedApplication> {
  await requireReviewer(db, viewer);
  const row = await reviewable(db, viewer)
    .select(TOLD.map((column) => `a.${column}` as const))
    .where('a.id', '=', id)
    .executeTakeFirst();
  const version = row && (await entryVersionOf(db, id));
  if (!row || !version) throw new Refusal('not_found');
  const mine = await reviewsOf(db, id).where('r.reviewer_id', '=', viewer.id).executeTakeFirst();
  if (!mine && row.reviews >= REVIEWS_OF_APPLICATION) throw new Refusal('application_reviewed');
  return { ...row, ...asWaiting(row), version, mine: mine ? asReview(mine) : null };
}

/**
 * Keeps what an unblocker says of an application. Of three at once the third is refused, by the table
 * itself too.
 * @throws Refusal `not_your_part`, `reviewer_is_new`, `not_found`, `application_reviewed`,
 *   `reviewed_before`
 */
export async function reviewApplication(
  { tx }: Change,
  viewer: Viewer,
  { id, ...review }: ApplicationReviewInput & { id: string },
): Promise<ReviewedApplication> {
  await requireReviewer(tx, viewer);
  // With the entry, which a moderator may be deciding.
  await tx
    .selectFrom('applications as a')
    .innerJoin('waitlist as w', 'w.id', 'a.waitlist_id')
    .select('a.id')
    .where('a.id', '=', id)
    .forUpdate()
    .execute();
  const row = await reviewable(tx, viewer).where('a.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (await ownReview(tx, viewer).where('r.application_id', '=', id).executeTakeFirst())
    throw new Refusal('reviewed_before');
  if (row.reviews >= REVIEWS_OF_APPLICATION) throw new Refusal('application_reviewed');
  await tx
    .insertInto('application_reviews')
    .values({
      application_id: id,
      place: row.reviews === 0 ? 1 : 2,
      reviewer_id: viewer.id,
      recommends: review.recommends,
      note: review.note,
      checks: JSON.stringify(review.checks),
      marks: JSON.stringify(review.marks),
    })
    .execute();
  return applicationToReview(tx, viewer, id);
}

/** Whoever has done some work here can judge that of others. */
async function requireReviewer(db: Reader, viewer: Viewer): Promise<void> {
  if (viewer.user_type !== 'developer') {
    throw new Refusal('not_your_part', 'Applications are reviewed by unblockers.');
  }
  const done = await db
    .selectFrom('unblockers')
    .select('developer_id')
    .where('developer_id', '=', viewer.id)
    .where(hasDoneEnough)
    .executeTakeFirst();
  if (!done) throw new Refusal('reviewer_is_new');
}

/** Whether an unblocker (a row of `unblockers`) has done enough here to review. */
export const hasDoneEnough = sql<boolean>`greatest(approved, finished) >= ${REVIEWER_MILESTONES}`;

const countedReviews = sql<number>`(select count(*)::int from application_reviews c
  where c.application_id = a.id)`;

/**
 * Whether an application (`a`, with its entry `w`) waits for a review by this person: submitted,
 * undecided, not their own, not reviewed by them, and not by enough others.
 */
export function waitsFor({ id, email }: Record<'id' | 'email', unknown>): RawBuilder<boolean> {
  return sql`(a.submitted_at is not null and w.status = 'waiting' and w.email <> ${email}
    and ${countedReviews} < ${REVIEWS_OF_APPLICATION}
    and not exists (select from application_reviews r
      where r.application_id = a.id and r.reviewer_id = ${id}))`;
}

/** Submitted, undecided, and not their own. */
function reviewable(db: Reader, viewer: Viewer) {
  return db
    .selectFrom('applications as a')
    .innerJoin('waitlist as w', 'w.id', 'a.waitlist_id')
    .select(['a.id', 'a.number', 'a.categories', 'a.ai_tools', 'a.submitted_at'])
    .select(countedReviews.as('reviews'))
    .where('a.submitted_at', 'is not', null)
    .where('w.status', '=', 'waiting')
    .where('w.email', '<>', viewer.email);
}

type Row = Awaited<ReturnType<ReturnType<typeof reviewable>['execute']>>[number];

function asWaiting({ id, number, categories, ai_tools, submitted_at, reviews }: Row) {
  return { id, number, categories, ai_tools, reviews, submitted_at: submitted_at ?? new Date() };
}

function ownReview(db: Reader, viewer: Viewer) {
  return db
    .selectFrom('application_reviews as r')
    .select('r.place')
    .where('r.reviewer_id', '=', viewer.id);
}

function reviewsOf(db: Reader, applicationId: string) {
  return db
    .selectFrom('application_reviews as r')
    .innerJoin('profiles as p', 'p.id', 'r.reviewer_id')
    .select(['r.checks', 'r.marks', 'r.recommends', 'r.note', 'r.created_at'])
    .select(['p.first_name', 'p.last_name'])
    .where('r.application_id', '=', applicationId);
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewsOf>['execute']>>[number];

function asReview({ checks, marks, recommends, note, created_at }: ReviewRow): ApplicationReview {
  return { checks, marks, recommends, note, created_at };
}

/**
 * What somebody submitted with their entry of the waitlist, with all reviews, for moderators.
 * @throws Refusal `not_found` where they have submitted nothing
 */
export async function moderatedApplication(
  db: Reader,
  waitlistId: string,
): Promise<ModeratedApplication & { id: string }> {
  const row = await db
    .selectFrom('applications')
    .select(['id', 'number', 'submitted_at', ...TOLD])
    .where('waitlist_id', '=', waitlistId)
    .executeTakeFirst();
  const version = row && (await entryVersionOf(db, row.id));
  if (!row?.submitted_at || !version) throw new Refusal('not_found');
  const reviews = await reviewsOf(db, row.id).orderBy('r.place').execute();
  return {
    ...row,
    submitted_at: row.submitted_at,
    version,
    reviews: reviews.map((review) => ({
      ...asReview(review),
      reviewer: [review.first_name, review.last_name].filter(Boolean).join(' ') || 'An unblocker',
    })),
  };
}
