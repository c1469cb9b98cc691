import { sql } from 'kysely';

/** When the customer last sent back a milestone `m`, for a select on `milestones as m`. */
export const sentBackAt = sql<Date | null>`(select max(d.decided_at) from deliveries d
  where d.milestone_id = m.id and d.decision = 'rejected')`;
