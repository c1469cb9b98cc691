import { sql } from 'kysely';

/**
 * Whether a delivery `d` of a milestone is done: its customer approved it, or had to pay for it as a
 * moderator closed the request for its developer. Such a closing leaves it without an answer.
 */
export const isDone = (m = 'm') =>
  sql<boolean>`(d.id is not null and (d.decision = 'accepted'
    or d.decision is null and ${sql.ref(`${m}.status`)} = 'ACCEPTED'))`;

/**
 * Whether the payment of a record `b` is for a delivery `d`: it is done, or its developer has or had the request
 * since. What the next one is paid for the same milestone opens nothing of it.
 */
export const isPaidWork = (m = 'm') =>
  sql<boolean>`(${isDone(m)} or b.paid_at is null or exists (select from pairings o
    join pairings own on own.ticket_id = o.ticket_id and own.developer_id = o.developer_id
    where o.id = d.pairing_id and (own.ended_at is null or own.ended_at >= b.paid_at)))`;

/** When it became so: its customer's answer, or the closing, which accepted the milestone in its place. */
export const doneAt = sql<Date | null>`coalesce(d.decided_at, (select max(h.created_at)
  from ticket_history h where h.ticket_id = m.ticket_id and h.milestone_id = m.id
    and h.milestone_to = 'ACCEPTED' and h.milestone_from <> 'ACCEPTED'))`;
