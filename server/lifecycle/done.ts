import { sql } from 'kysely';

/**
 * Whether a delivery `d` of a milestone is done: its customer approved it, or had to pay for it as a
 * moderator closed the request for its developer. Such a closing leaves it without an answer.
 */
export const isDone = (m = 'm') =>
  sql<boolean>`(d.id is not null and (d.decision = 'accepted'
    or d.decision is null and ${sql.ref(`${m}.status`)} = 'ACCEPTED'))`;

/** When it became so: its customer's answer, or the closing, which accepted the milestone in its place. */
export const doneAt = sql<Date | null>`coalesce(d.decided_at, (select max(h.created_at)
  from ticket_history h where h.ticket_id = m.ticket_id and h.milestone_id = m.id
    and h.milestone_to = 'ACCEPTED' and h.milestone_from <> 'ACCEPTED'))`;
