import { sql } from 'kysely';
import { mayAppealWords } from '#domain/decision.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Side } from '#domain/relation.ts';
import {
  type Review,
  type ReviewAction,
  type Reviews,
  reviewActions,
  subjectOf,
  whyNotReview,
} from '#domain/review.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { appealWords } from '../notifications/appeal-words.ts';
import { tellWordsReported } from '../notifications/words-reported.ts';

function reviewRows(db: Reader) {
  return db
    .selectFrom('user_feedback as f')
    .innerJoin('tickets as t', 't.id', 'f.ticket_id')
    .leftJoin('feedback_reports as r', 'r.feedback_id', 'f.id')
    .select(['f.id', 'f.ticket_id', 'f.feedback_left_by', 'f.rating', 'f.feedback', 'f.created_at'])
    .select([
      'f.opens_at',
      'f.edited_at',
      'f.reply',
      'f.replied_at',
      'f.hidden_at',
      'f.hidden_reason',
    ])
    .select(['f.developer_id', 't.customer_id'])
    .select(sql<boolean>`r.feedback_id is not null`.as('is_reported'))
    .select(['r.appeal', 'r.appeal_answer']);
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
  return {
    id,
    rating,
    feedback,
    created_at,
    opens_at,
    reply,
    replied_at,
    hidden_reason,
    left_by: row.feedback_left_by,
    is_edited: row.edited_at !== null,
    appeal:
      row.appeal === null || row.feedback_left_by !== reader
        ? null
        : { text: row.appeal, answer: row.appeal_answer },
    actions: reviewActions(factsOf(row, reader)),
  };
}

const factsOf = (row: Row, reader: Side) => ({
  is_about_me: subjectOf(row.feedback_left_by) === reader,
  is_open: row.opens_at <= new Date(),
  is_hidden: row.hidden_at !== null,
  has_reply: row.replied_at !== null && !(row.edited_at !== null && row.edited_at > row.replied_at),
  is_reported: row.is_reported,
  hidden_at: row.hidden_at,
  appealed: row.appeal !== null,
});

/**
 * Stores the one reply of the person whom a review is about, in place of one to what it said before.
 * @throws Refusal `not_found`, also while it is blind; `not_your_part`, `review_replied`, `review_hidden`
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
  tellSides(change, row);
  return reviewAgain(change.tx, id, side);
}

/**
 * Brings a review to the moderators. The request goes on.
 * @throws Refusal `not_found`, also while it is blind; `not_your_part`, `review_reported`, `review_hidden`
 */
export async function reportReview(
  change: Change,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<Review> {
  const { side, ticket } = await lockReview(change.tx, viewer, { id, action: 'report' });
  await change.tx
    .insertInto('feedback_reports')
    .values({ id, feedback_id: id, reporter_id: viewer.id, text })
    .execute();
  await tellWordsReported(change, viewer, ticket);
  return reviewAgain(change.tx, id, side);
}

/**
 * Appeals against the hiding of one's own review, once.
 * @throws Refusal `not_found`, `not_your_part`, `nothing_to_appeal`, `already_appealed`, `appeal_too_late`
 */
export async function appealReview(
  change: Change,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<Review> {
  const { tx } = change;
  const { side, row } = await heldReview(tx, viewer, id);
  const { is_about_me, ...facts } = factsOf(row, side);
  const code = mayAppealWords({ ...facts, is_mine: !is_about_me });
  if (code) throw new Refusal(code);
  await appealWords(change, viewer, { report: { feedback_id: id }, ticketId: row.ticket_id, text });
  return reviewAgain(tx, id, side);
}

/** A review that its reader may act on, with its request locked. A former developer keeps their side. */
async function lockReview(
  tx: Tx,
  viewer: Pick<Viewer, 'id'>,
  { id, action }: { id: string; action: ReviewAction },
): Promise<Held> {
  const held = await heldReview(tx, viewer, id);
  const code = whyNotReview(action, factsOf(held.row, held.side));
  if (code) throw new Refusal(code);
  return held;
}

interface Held {
  side: Side;
  row: Row;
  ticket: TicketRow;
}

async function heldReview(tx: Tx, viewer: Pick<Viewer, 'id'>, id: string): Promise<Held> {
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
