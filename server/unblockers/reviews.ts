import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';
import type { Side } from '#domain/relation.ts';
import {
  type Review,
  type ReviewAction,
  type Reviews,
  reviewActions,
  type reviewReportInputSchema,
  subjectOf,
  whyNotReview,
} from '#domain/review.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { appealWords } from '../notifications/appeal-words.ts';
import { tellWordsReported } from '../notifications/tell-moderators.ts';

function reviewRows(db: Reader) {
  return db
    .selectFrom('user_feedback as f')
    .innerJoin('tickets as t', 't.id', 'f.ticket_id')
    .leftJoin('feedback_reports as r', (join) =>
      join.onRef('r.feedback_id', '=', 'f.id').on('r.about', '=', 'review'),
    )
    .leftJoin('feedback_reports as a', (join) =>
      join.onRef('a.feedback_id', '=', 'f.id').on('a.about', '=', 'reply'),
    )
    .select(['f.id', 'f.ticket_id', 'f.feedback_left_by', 'f.rating', 'f.feedback', 'f.created_at'])
    .select([
      'f.opens_at',
      'f.edited_at',
      'f.reply',
      'f.replied_at',
      'f.reply_hidden_at',
      'f.hidden_at',
      'f.hidden_reason',
    ])
    .select(['f.developer_id', 't.customer_id'])
    .select(sql<boolean>`r.feedback_id is not null`.as('is_reported'))
    .select(['r.appeal', 'r.appeal_answer'])
    .select(['a.status as reply_report', 'a.reason as reply_report_reason'])
    .select(['a.appeal as reply_appeal', 'a.appeal_answer as reply_appeal_answer']);
}

type Row = Awaited<ReturnType<ReturnType<typeof reviewRows>['execute']>>[number];

/**
 * The reviews between the two sides of a request, as one of them reads them: the other side's once it
 * is open and not hidden.
 */
export async function reviewsOf(db: Reader, ticketId: string, side: Side): Promise<Reviews> {
  const rows = await reviewRows(db)
    .where('f.ticket_id', '=', ticketId)
    .whereRef('f.developer_id', '=', 't.developer_id')
    .execute();
  const mine = rows.find((row) => row.feedback_left_by === side);
  const theirs = rows.find((row) => row.feedback_left_by !== side);
  const isOpen = theirs !== undefined && theirs.opens_at <= new Date();
  return {
    mine: mine ? asReview(mine, side) : null,
    theirs: theirs && isOpen && theirs.hidden_at === null ? asReview(theirs, side) : null,
    waits: theirs !== undefined && !isOpen,
  };
}

function asReview(row: Row, reader: Side): Review {
  const { id, rating, feedback, created_at, opens_at, reply, replied_at, hidden_reason } = row;
  const isReplier = subjectOf(row.feedback_left_by) === reader;
  const readsReply = isReplier || row.reply_hidden_at === null;
  return {
    id,
    rating,
    feedback,
    created_at,
    opens_at,
    reply: readsReply ? reply : null,
    replied_at: readsReply ? replied_at : null,
    hidden_reason,
    left_by: row.feedback_left_by,
    is_edited: row.edited_at !== null,
    appeal: isReplier ? null : asAppeal(row.appeal, row.appeal_answer),
    reply_hidden_reason: isReplier && row.reply_hidden_at ? row.reply_report_reason : null,
    reply_appeal: isReplier ? asAppeal(row.reply_appeal, row.reply_appeal_answer) : null,
    actions: reviewActions(factsOf(row, reader)),
  };
}

const asAppeal = (text: string | null, answer: string | null) =>
  text === null ? null : { text, answer };

const factsOf = (row: Row, reader: Side) => ({
  is_about_me: subjectOf(row.feedback_left_by) === reader,
  is_open: row.opens_at <= new Date(),
  is_reported: row.is_reported,
  hidden_at: row.hidden_at,
  appealed: row.appeal !== null,
  reply: row.replied_at && {
    edited_since: row.edited_at !== null && row.edited_at > row.replied_at,
    report: row.reply_report,
    hidden_at: row.reply_hidden_at,
    appealed: row.reply_appeal !== null,
  },
});

/**
 * Stores the one reply of the person whom a review is about, in place of one to what it said before. A
 * report of that one says nothing of the new words; the audit log keeps what was decided.
 * @throws Refusal `not_found`, also while it is blind; `not_your_part`, `review_replied`, `review_hidden`,
 * `reply_hidden`, `words_reported`
 */
export async function replyToReview(
  change: Change,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<Review> {
  const { side, row } = await lockReview(change.tx, viewer, { id, action: 'reply' });
  await change.tx
    .updateTable('user_feedback')
    .set({ reply: text, replied_at: new Date() })
    .where('id', '=', id)
    .execute();
  await change.tx
    .deleteFrom('feedback_reports')
    .where('feedback_id', '=', id)
    .where('about', '=', 'reply')
    .execute();
  tellSides(change, row);
  return reviewAgain(change.tx, id, side);
}

type About = z.output<typeof reviewReportInputSchema>['about'];

/**
 * Brings a review, or the reply to it, to the moderators. The request goes on.
 * @throws Refusal `not_found`, also while it is blind; `not_your_part`, `review_reported`, `reply_reported`,
 * `review_hidden`
 */
export async function reportReview(
  change: Change,
  viewer: Viewer,
  { id, about, text }: { id: string; about: About; text: string },
): Promise<Review> {
  const action = about === 'reply' ? 'report-reply' : 'report';
  const { side, ticket } = await lockReview(change.tx, viewer, { id, action });
  const own = about === 'reply' ? randomUUID() : id;
  await change.tx
    .insertInto('feedback_reports')
    .values({ id: own, about, feedback_id: id, reporter_id: viewer.id, text })
    .execute();
  await tellWordsReported(change, viewer, ticket);
  return reviewAgain(change.tx, id, side);
}

/**
 * Appeals against the hiding of one's own review, or of one's reply to one, once.
 * @throws Refusal `not_found`, `not_your_part`, `nothing_to_appeal`, `already_appealed`, `appeal_too_late`,
 * `review_hidden` for a reply to one
 */
export async function appealReview(
  change: Change,
  viewer: Viewer,
  { id, about, text }: { id: string; about: About; text: string },
): Promise<Review> {
  const action = about === 'reply' ? 'appeal-reply' : 'appeal';
  const { side, ticket } = await lockReview(change.tx, viewer, { id, action });
  await appealWords(change, viewer, { report: { feedback_id: id, about }, ticket, text });
  return reviewAgain(change.tx, id, side);
}

/** A review that its reader may act on, with its request locked. A former developer keeps their side. */
async function lockReview(
  tx: Tx,
  viewer: Pick<Viewer, 'id'>,
  { id, action }: { id: string; action: ReviewAction },
): Promise<{ side: Side; row: Row; ticket: TicketRow }> {
  const found = await tx
    .selectFrom('user_feedback')
    .select('ticket_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  // Before the review, as those do who rate and who decide.
  const ticket = await lockTicketRow(tx, found.ticket_id);
  const row = await reviewRows(tx).where('f.id', '=', id).executeTakeFirstOrThrow();
  const side = sideOf(row, viewer.id);
  if (!side) throw new Refusal('not_found');
  const code = whyNotReview(action, factsOf(row, side));
  if (code) throw new Refusal(code);
  return { side, row, ticket };
}

function sideOf({ customer_id, developer_id }: Row, id: string): Side | null {
  if (customer_id === id) return 'customer';
  return developer_id === id ? 'developer' : null;
}

async function reviewAgain(tx: Tx, id: string, side: Side): Promise<Review> {
  return asReview(await reviewRows(tx).where('f.id', '=', id).executeTakeFirstOrThrow(), side);
}

function tellSides(change: Change, { ticket_id, customer_id, developer_id }: Row): void {
  change.tell({ type: 'ticket', ticket_id, to: [customer_id, developer_id] });
}

/** Whether a review (`f`) is one that everybody may read. */
export const isPublicReview = sql<boolean>`(f.feedback_left_by = 'customer' and f.opens_at <= now()
  and f.hidden_at is null)`;
