import { sql } from 'kysely';
import type { Export } from '#domain/export.ts';
import type { Reader } from '../../database/database.ts';
import { authorOfWords, shownReply } from '../../lifecycle/review-words.ts';
import { BATCH, inBatches, later } from './rows.ts';

/** Whether a person (`me`) wrote a review (`f`) of a request (`t`). */
const wrote = (me: string) =>
  sql<boolean>`(case f.feedback_left_by when 'customer' then t.customer_id else f.developer_id end
    is not distinct from ${me})`;

/** What a person left, and what they got as far as they can read it, oldest first. */
export async function* reviewsOf(
  db: Reader,
  me: string,
): AsyncGenerator<Export['reviews'][number]> {
  const read = (after: { created_at: Date; id: string } | undefined) =>
    db
      .selectFrom('user_feedback as f')
      .innerJoin('tickets as t', 't.id', 'f.ticket_id')
      .select(['f.id', 'f.ticket_id', 'f.rating', 'f.feedback', 'f.created_at', 'f.updated_at'])
      .select(wrote(me).as('written_by_me'))
      .select(
        sql<string | null>`case when ${wrote(me)} then ${shownReply} else f.reply end`.as('reply'),
      )
      .select(sql<boolean>`f.hidden_at is not null`.as('is_hidden'))
      .select(sql<boolean>`f.reply_hidden_at is not null`.as('is_reply_hidden'))
      .where((where) =>
        where.or([where('t.customer_id', '=', me), where('f.developer_id', '=', me)]),
      )
      .where(sql<boolean>`(${wrote(me)} or f.opens_at <= now() and f.hidden_at is null)`)
      .where(later('f', after))
      .orderBy('f.created_at')
      .orderBy('f.id')
      .limit(BATCH)
      .execute();
  yield* inBatches<Awaited<ReturnType<typeof read>>[number]>(read);
}

/** A person's answers to the hiding of their words, oldest first. */
export async function wordAppealsOf(db: Reader, me: string): Promise<Export['word_appeals']> {
  return db
    .selectFrom('feedback_reports as r')
    .leftJoin('user_feedback as f', 'f.id', 'r.feedback_id')
    .leftJoin('tickets as t', 't.id', 'f.ticket_id')
    .leftJoin('quotes as q', 'q.id', 'r.quote_id')
    .leftJoin('quote_messages as m', 'm.id', 'r.quote_message_id')
    .select(['r.about', 'r.feedback_id as review_id', 'r.quote_id', 'r.appeal_answer as answer'])
    .select([sql<string>`r.appeal`.as('text'), sql<Date>`r.appealed_at`.as('created_at')])
    .where('r.appeal', 'is not', null)
    .where(sql<boolean>`${authorOfWords} = ${me}`)
    .orderBy('r.appealed_at')
    .execute();
}
