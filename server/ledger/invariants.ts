import { sql } from 'kysely';

/**
 * What must always be true of the money, as queries that return the rows which break it. The ledger
 * check runs them in production. Source: security checklist, section J.
 */
export const moneyInvariants: Record<string, ReturnType<typeof sql<{ what: string }>>> = {
  'the ledger does not sum to zero': sql`
    select 'all accounts' as what from ledger_lines having sum(amount_cents) <> 0`,
  'a ledger entry does not balance': sql`
    select e.id::text as what from ledger_entries e left join ledger_lines l on l.entry_id = e.id
    group by e.id having count(l.entry_id) < 2 or sum(l.amount_cents) <> 0`,
  'more left than was held': sql`
    select owner_id::text as what from ledger_lines where account = 'held'
    group by owner_id having sum(amount_cents) < 0`,
  'what is held is not what its billing record says': sql`
    select b.id::text as what from billing_records b
    left join lateral (select coalesce(sum(amount_cents), 0) as held from ledger_lines
      where account = 'held' and owner_id = b.held_for) l on true
    where l.held <> case when b.status = 'held' then b.price_cents else 0 end`,
  'money is held for something that has no billing record': sql`
    select l.owner_id::text as what from ledger_lines l
    where l.account = 'held' and not exists (select from billing_records b where b.held_for = l.owner_id)`,
  // Elsewhere a side has the turn, or a moderator: the rulebook's test goes through all states.
  'money is held for a request that nobody has, and no deadline ends it': sql`
    select t.id::text as what from tickets t
    where t.held_cents > 0 and t.status = 'AWAITING_ASSIGNMENT' and t.developer_id is null and not t.keeps_held
      and not exists (select from deadlines d where d.ticket_id = t.id and d.done_at is null)`,
  'a record is settled without its entry, or the other way round': sql`
    select b.id::text as what from billing_records b left join ledger_entries e on e.key = 'settle:' || b.id
    where (b.status in ('released', 'refunded')) <> (e.id is not null)`,
  'a released record does not say what its entry says': sql`
    select b.id::text as what from billing_records b join ledger_entries e on e.key = 'settle:' || b.id
    join lateral (select coalesce(sum(amount_cents), 0) as earned from ledger_lines
      where entry_id = e.id and account in ('developer', 'fees')) l on true
    where l.earned <> b.released_cents`,
  'accepted work whose money is neither released, nor refunded, nor to be released': sql`
    select m.id::text as what from milestones m join billing_records b on b.milestone_id = m.id
    where m.status = 'ACCEPTED' and b.status not in ('released', 'refunded') and b.awarded_cents is null`,
  'a paid billing record without exactly one paid checkout of its price': sql`
    select b.id::text as what from billing_records b
    left join checkouts c on c.billing_record_id = b.id and c.status in ('paid', 'refunded')
      and c.charge_cents + c.discount_cents = b.price_cents and c.discount_cents = b.discount_cents
    where b.status in ('held', 'released', 'refunded') group by b.id having count(c.id) <> 1`,
  'a payment without exactly one entry that holds or returns it': sql`
    select c.id::text as what from checkouts c
    left join ledger_entries e on e.key in ('hold:' || c.id, 'return:' || c.id)
      and e.kind = case c.status when 'returned' then 'return' else 'hold' end
    group by c.id, c.status, c.payment_reference
    having count(e.id) <> case when c.status in ('paid', 'refunded', 'returned') then 1 else 0 end
      or (c.status in ('paid', 'refunded', 'returned')) <> (c.payment_reference is not null)`,
  'an entry that holds or returns money of no payment': sql`
    select e.key as what from ledger_entries e where e.kind in ('hold', 'return')
      and not exists (select from (select 'hold:' || id as key from checkouts
        union all select 'return:' || id from checkouts) c where c.key = e.key)`,
  'a customer had the first-hour price twice': sql`
    select customer_id::text as what from checkouts where status in ('paid', 'refunded') and discount_cents > 0
    group by customer_id having count(*) > 1`,
  'what the provider did is not booked, or was booked without it': sql`
    select coalesce(c.key, e.key) as what from (select * from provider_calls
      where kind in ('refund', 'transfer', 'reversal', 'payout') and reference is not null) c
    full join (select * from ledger_entries where key like 'call:%') e on e.key = 'call:' || c.key
    where e.id is null or c.key is null`,
  'what is owed to customers is not what is planned to be paid back': sql`
    select 'refunds' as what
    where (select coalesce(sum(amount_cents), 0) from ledger_lines where account = 'refunds')
      <> (select coalesce(sum(amount_cents), 0) from provider_calls
        where kind = 'refund' and state in ('pending', 'failed'))`,
  'more was paid back than was paid': sql`
    select c.id::text as what from checkouts c join provider_calls r on r.checkout_id = c.id
      and r.kind = 'refund' and r.state in ('pending', 'done')
    group by c.id having sum(r.amount_cents) > c.charge_cents`,
  'a developer was sent more of a record than their share': sql`
    select c.billing_record_id::text as what from provider_calls c
    left join lateral (select sum(l.amount_cents) as share from ledger_entries e
      join ledger_lines l on l.entry_id = e.id and l.account = 'developer'
      where e.key = 'settle:' || c.billing_record_id) s on true
    where c.kind in ('transfer', 'reversal') and c.state in ('pending', 'done')
    group by c.billing_record_id, s.share
    having sum(case c.kind when 'transfer' then c.amount_cents else -c.amount_cents end) > coalesce(s.share, 0)`,
  'more was paid out than was sent to a developer': sql`
    select owner_id::text as what from ledger_lines where account = 'connected'
    group by owner_id having sum(amount_cents) > 0`,
  'payouts on their way are not what the ledger says': sql`
    select 'payouts' as what
    where (select coalesce(sum(amount_cents), 0) from ledger_lines where account = 'payouts')
      <> (select coalesce(sum(amount_cents), 0) from payouts where status = 'pending')`,
  'a developer owes money without a moderator’s decision': sql`
    select owner_id::text as what from ledger_lines l where account = 'developer'
    group by owner_id having sum(amount_cents) < 0 and not exists (
      select from ledger_lines o join ledger_entries e on e.id = o.entry_id
      where o.account = 'developer' and o.owner_id = l.owner_id and e.kind in ('case_refund', 'case_dispute'))`,
  'more was made up for by the decision of a lost dispute than it took': sql`
    select c.key as what from ledger_entries c where c.kind = 'case_dispute'
      and (select coalesce(sum(amount_cents), 0) from ledger_lines
        where entry_id = c.id and account = 'losses')
      > (select coalesce(-sum(l.amount_cents), 0) from ledger_entries e
        join ledger_lines l on l.entry_id = e.id and l.account = 'losses'
        where e.key = 'dispute_lost:' || substr(c.key, length('case_dispute:') + 1))`,
  'disputed money is not what open disputes say': sql`
    select 'disputes' as what
    where (select coalesce(sum(amount_cents), 0) from ledger_lines where account = 'disputes')
      <> (select coalesce(-sum(d.amount_cents), 0) from disputes d where d.state = 'open'
        and exists (select from ledger_entries e where e.key = 'dispute:' || d.reference))`,
  'an earning without the invoices of its amounts, or the other way round': sql`
    select coalesce(e.id, i.entry_id)::text as what from (select l.entry_id as id,
        sum(abs(l.amount_cents + coalesce(f.amount_cents, 0)) + abs(coalesce(f.amount_cents, 0))) as cents
      from ledger_entries e join billing_records b on b.id = e.billing_record_id
      join ledger_lines l on l.entry_id = e.id and l.account = 'developer'
      left join ledger_lines f on f.entry_id = e.id and f.account = 'fees'
      where e.kind in ('release', 'split', 'case_refund', 'case_dispute') group by l.entry_id) e
    full join (select entry_id, sum(amount_cents) as cents from invoices group by entry_id) i
      on i.entry_id = e.id
    where e.cents is distinct from i.cents`,
  'a number of an invoice is missing': sql`
    select s.id::text as what from invoice_series s left join invoices i on i.series_id = s.id
    group by s.id having count(i.id) <> s.last or coalesce(max(i.number), 0) <> s.last`,
};
