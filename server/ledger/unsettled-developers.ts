import { type RawBuilder, sql } from 'kysely';
import { undecidedDispute } from './money-left.ts';

/**
 * Developers whose account at the provider differs from the ledger, but for those whose money moved after
 * `before`, as it may still be in progress.
 */
export function unsettledDevelopers(before: Date): RawBuilder<{ id: string }> {
  return sql`select owner_id as id from ledger_lines a where account in ('developer', 'connected')
    group by owner_id having sum(amount_cents) <> 0
      and not exists (select from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where l.account in ('developer', 'connected') and l.owner_id = a.owner_id
          and e.created_at > ${before})
    union select developer_id from payouts where status = 'pending' and created_at <= ${before}
    union select l.owner_id from disputes d join billing_records b on b.id = d.billing_record_id
      join ledger_entries e on e.key = 'settle:' || d.billing_record_id
      join ledger_lines l on l.entry_id = e.id and l.account = 'developer'
      where ${undecidedDispute()}`;
}
