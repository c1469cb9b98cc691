import type { z } from 'zod';
import type { Feedback, feedbackInputSchema } from '#domain/feedback.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Side } from '#domain/relation.ts';
import { REVIEW_BLIND_DAYS } from '#domain/review.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { letWordsChange } from './reported-words.ts';

type FeedbackInput = z.output<typeof feedbackInputSchema>;

/**
 * Stores or changes what one side says of the other. Source: specification 3 and 4.1 for the customer's
 * rating; for both, docs/decisions/0086-reviews.md.
 * @throws Refusal `not_found`, `not_your_part`, `wrong_state`, `no_developer`, `words_reported`
 */
export async function leaveFeedback(
  change: Change,
  viewer: Viewer,
  { ticketId, leftBy, ...given }: { ticketId: string; leftBy: Side } & FeedbackInput,
): Promise<Feedback> {
  const locked = await lockTicket(change.tx, ticketId);
  const action = leftBy === 'customer' ? 'rate' : 'rate-customer';
  await perform(change, locked, { action, actor: viewer });
  const { developer_id } = locked.ticket;
  if (developer_id === null) throw new Refusal('no_developer');
  await store(change.tx, { ticket_id: ticketId, developer_id, feedback_left_by: leftBy }, given);
  return feedbackOf(change.tx, ticketId, leftBy, leftBy);
}

interface Place {
  ticket_id: string;
  developer_id: string;
  feedback_left_by: Side;
}

/** The first waits for the other, at most some days; the second opens both. */
async function store(tx: Tx, place: Place, given: FeedbackInput): Promise<void> {
  const { ticket_id, developer_id, feedback_left_by } = place;
  const present = await tx
    .selectFrom('user_feedback')
    .select(['id', 'feedback_left_by', 'opens_at', 'rating', 'feedback'])
    .where('ticket_id', '=', ticket_id)
    .where('developer_id', '=', developer_id)
    .execute();
  const mine = present.find((each) => each.feedback_left_by === feedback_left_by);
  const theirs = present.find((each) => each.feedback_left_by !== feedback_left_by);
  const now = new Date();
  if (mine) {
    const isSame = mine.rating === given.rating && mine.feedback === given.feedback;
    if (isSame) return;
    if (mine.feedback !== given.feedback) await letWordsChange(tx, { feedback_id: mine.id });
    const wasOpen = mine.opens_at <= now;
    await tx
      .updateTable('user_feedback')
      .set({ ...given, updated_at: now, ...(wasOpen && { edited_at: now }) })
      .where('id', '=', mine.id)
      .execute();
    return;
  }
  const opens_at = theirs ? now : new Date(now.getTime() + REVIEW_BLIND_DAYS * DAY_MS);
  await tx
    .insertInto('user_feedback')
    .values({ ...place, ...given, opens_at })
    .execute();
  if (!theirs || theirs.opens_at <= now) return;
  await tx
    .updateTable('user_feedback')
    .set({ opens_at: now })
    .where('id', '=', theirs.id)
    .execute();
}

/**
 * What was left about the current developer or their customer; empty until it is there, and for the other
 * side as long as it is blind, or once a moderator has hidden it.
 */
export async function feedbackOf(
  db: Reader,
  ticketId: string,
  leftBy: Side,
  reader: Side,
): Promise<Feedback> {
  const given = await db
    .selectFrom('user_feedback as f')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.id', '=', 'f.ticket_id').onRef('t.developer_id', '=', 'f.developer_id'),
    )
    .select(['f.rating', 'f.feedback'])
    .where('f.ticket_id', '=', ticketId)
    .where('f.feedback_left_by', '=', leftBy)
    .$if(reader !== leftBy, (query) =>
      query.where('f.opens_at', '<=', new Date()).where('f.hidden_at', 'is', null),
    )
    .executeTakeFirst();
  return {
    ticket_id: ticketId,
    rating: given?.rating ?? null,
    feedback: given?.feedback ?? null,
    feedback_left_by: leftBy,
  };
}
