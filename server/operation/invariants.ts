import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { moneyInvariants } from '../ledger/invariants.ts';

/**
 * What must always be true, as queries that return the rows which break it. Source: security
 * checklist, section J.
 */
const broken: Record<string, ReturnType<typeof sql<{ what: string }>>> = {
  ...moneyInvariants,
  // Of refunds that were planned after the bank took its part, or could still be shortened for it.
  'more goes back to a customer than their bank has left of the payment': sql`
    select distinct c.id::text as what from checkouts c
    join provider_calls r on r.checkout_id = c.id and r.kind = 'refund' and r.state in ('pending', 'done')
    join lateral (select sum(amount_cents) as cents from disputes d
      where d.checkout_id = c.id and d.state = 'lost' and (d.closed_at <= r.created_at
        or r.state = 'pending' and r.keyed_at is null and not r.unclear)) lost on true
    join lateral (select sum(amount_cents) as cents from provider_calls e
      where e.checkout_id = c.id and e.kind = 'refund' and e.state in ('pending', 'done')
        and e.created_at <= r.created_at) back on true
    where lost.cents + back.cents > c.charge_cents`,
  'the status of a request is not where its history ends': sql`
    select t.id::text as what from tickets t
    join lateral (select to_status, developer_id from ticket_history where ticket_id = t.id order by id desc limit 1) h on true
    where h.to_status <> t.status or h.developer_id is distinct from t.developer_id`,
  'the history of a request has a gap': sql`
    select id::text as what from (
      select id, from_status, lag(to_status) over (partition by ticket_id order by id) as before
      from ticket_history) h
    where from_status is distinct from before`,
  'the status of a milestone is not where its history ends': sql`
    select m.id::text as what from milestones m
    join (select distinct on (milestone_id) milestone_id, milestone_to from ticket_history
      where milestone_to is not null order by milestone_id, id desc) h on h.milestone_id = m.id
    where h.milestone_to <> m.status`,
  'the status of a request does not agree with its milestones': sql`
    select t.id::text as what from tickets t
    left join lateral (select count(*) filter (where status = 'IN_REVIEW') as in_review,
        count(*) filter (where status <> 'ACCEPTED') as undone, count(*) as planned
      from milestones where ticket_id = t.id) m on true
    where (t.status = 'CUSTOMER_REVIEWING_RESULTS') and m.in_review <> 1
       or (t.status = 'DEVELOPER_WORKING') and (m.in_review <> 0 or m.undone = 0)
       or t.status in ('CUSTOMER_REVIEWING_PLAN') and m.planned = 0`,
  'what is held for a request is not what its billing records say': sql`
    select t.id::text as what from tickets t where t.held_cents <> (
      select coalesce(sum(price_cents), 0) from billing_records b where b.ticket_id = t.id and b.status = 'held')`,
  'a file is attached and its row does not say so, or the other way round': sql`
    select f.key as what from files f left join attachments a on a.file_key = f.key
    where (f.status = 'attached') <> (a.file_key is not null)`,
  'a version is read from a file whose row does not say so, or the other way round': sql`
    select f.key as what from files f left join snapshots s on s.file_key = f.key
    where (f.status = 'taken') <> (s.file_key is not null)`,
  'a request does not say whose running quotes it has': sql`
    select t.id::text as what from tickets t
    where array(select unnest(quoted_by) order by 1) <> array(select developer_id from quotes
      where ticket_id = t.id and outcome is null order by developer_id)`,
  'a request without its first line of history': sql`
    select t.id::text as what from tickets t
    where not exists (select from ticket_history h where h.ticket_id = t.id and h.action = 'create')`,
};

/** Every broken invariant with its rows; empty when all is well. */
export async function brokenInvariants(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(broken)) {
    const { rows } = await query.execute(db);
    found.push(...rows.map(({ what }) => `${name}: ${what}`));
  }
  return found;
}
