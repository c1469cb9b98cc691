import { sql } from 'kysely';
import { GUARANTEE_DAYS } from '#domain/limits.ts';
import { FINAL_STATUSES } from '#domain/ticket-status.ts';
import { textOf } from '../database/sql-text.ts';
import { centsLeft } from '../ledger/money-left.ts';

const untilOfApproved = sql`(select max(d.decided_at) + make_interval(days => ${sql.lit(GUARANTEE_DAYS)})
  from deliveries d where d.milestone_id = m.id and d.decision = 'accepted'
    and exists (select from billing_records b
      where b.milestone_id = coalesce(m.repairs, m.id) and ${centsLeft} > 0))`;

/**
 * Whether a request `rt` was called off with work that was delivered for it, and neither approved nor paid: a
 * repair leaves nothing of it in the plan, and its unblocker may still appeal.
 */
const isInDispute = sql`(rt.status = 'CUSTOMER_REJECTED' and exists (
  select from milestones o join deliveries od on od.milestone_id = o.id
    left join billing_records ob on ob.milestone_id = o.id
  where o.ticket_id = rt.id and o.status <> 'ACCEPTED' and o.repairs is null
    and ob.status is distinct from 'released' and ob.awarded_cents is null))`;

const isRepairerThere = sql`exists (
  select from deliveries d join pairings p on p.id = d.pairing_id
    join tickets rt on rt.id = p.ticket_id and rt.developer_id = p.developer_id
    join users u on u.id = p.developer_id
    join profiles rp on rp.id = p.developer_id and rp.user_type = 'developer'
  where d.milestone_id = m.id and d.decision = 'accepted'
    and coalesce(u.banned_until, '-infinity') < now() and not ${isInDispute})`;

const ENDED = FINAL_STATUSES.map((status) => `'${status}'`).join(', ');

// Of what is not approved nothing is looked up.

/**
 * Until when a milestone `m` is under the guarantee: some days after its approval, or that of the repair
 * that it is, while its customer has not had all of its money back. Null for what is not approved.
 */
export const guaranteedUntil = sql<Date | null>`case when m.status = 'ACCEPTED' then ${untilOfApproved} end`;

/**
 * Whether the developer of an approved milestone `m` still has the request, can sign in, and has not become a
 * moderator, whose screens show no work; and nothing else that they delivered was called off.
 */
export const repairerThere = sql<boolean>`(m.status = 'ACCEPTED' and ${isRepairerThere})`;

/**
 * Whether a request of `tickets` ended so lately that something of it may be under the guarantee, and it may
 * be opened again by that at this moment.
 */
export const endedLately = sql<boolean>`(tickets.status in (${sql.raw(ENDED)})
  and tickets.status_since > now() - make_interval(days => ${sql.lit(GUARANTEE_DAYS)}))`;

const isLeftAlone = textOf(
  sql`m.status = 'ACCEPTED' and ${untilOfApproved} > now() and not ${isRepairerThere}`,
);

/**
 * SQL for the ids of requests that have ended of `page`, and of those nobody has, that are `viewer`'s own and have
 * something under the guarantee that nobody is there to repair: their customer has no other way to get
 * help. Asked once for all: PostgreSQL would count it as work for each request that a list may pass.
 */
export const leftAloneSql = (
  viewer: string,
  page: string,
) => `(select json_agg(distinct m.ticket_id)
  from milestones m where m.ticket_id = any (array(select id from ${page}
      where customer_id = ${viewer}.id and status in ('AWAITING_ASSIGNMENT', ${ENDED})))
    and ${isLeftAlone})`;
