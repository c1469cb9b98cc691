import type { z } from 'zod';
import type { Feedback, feedbackInputSchema } from '#domain/feedback.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';

/** Stores or changes the customer's rating of the developer. Source: specification 3 and 4.1. */
export async function rateDeveloper(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  { rating, feedback }: z.output<typeof feedbackInputSchema>,
): Promise<Feedback> {
  const locked = await lockTicket(change.tx, ticketId);
  await perform(change, locked, { action: 'rate', actor: viewer });
  const { developer_id } = locked.ticket;
  if (developer_id === null) throw new Refusal('no_developer');
  await change.tx
    .insertInto('user_feedback')
    .values({ ticket_id: ticketId, developer_id, feedback_left_by: 'customer', rating, feedback })
    .onConflict((conflict) =>
      conflict
        .columns(['ticket_id', 'developer_id', 'feedback_left_by'])
        .doUpdateSet({ rating, feedback, updated_at: new Date() }),
    )
    .execute();
  return feedbackOf(change.tx, ticketId);
}

/** The rating of the current developer; empty until the customer has rated them. */
export async function feedbackOf(db: Reader, ticketId: string): Promise<Feedback> {
  const given = await db
    .selectFrom('user_feedback as f')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.id', '=', 'f.ticket_id').onRef('t.developer_id', '=', 'f.developer_id'),
    )
    .select(['f.rating', 'f.feedback'])
    .where('f.ticket_id', '=', ticketId)
    .where('f.feedback_left_by', '=', 'customer')
    .executeTakeFirst();
  return {
    ticket_id: ticketId,
    rating: given?.rating ?? null,
    feedback: given?.feedback ?? null,
    feedback_left_by: 'customer',
  };
}
