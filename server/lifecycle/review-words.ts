import { sql } from 'kysely';

/** The reply to a review `f`, as others than its author read it. */
export const shownReply = sql<
  string | null
>`(case when f.reply_hidden_at is null then f.reply end)`;

/** Who wrote what a report `r` is about: a review `f` of a request `t` or its reply, a quote `q` or its message `m`. */
export const authorOfWords = sql<string>`coalesce(m.author_id, case
  when (f.feedback_left_by = 'customer') = (r.about = 'review') then t.customer_id
  else coalesce(f.developer_id, q.developer_id) end)`;
