import { sql } from 'kysely';
import type { ModeratedRequest } from '#domain/moderation.ts';
import type { Reader } from '../database/database.ts';
import { milestoneOfRecord } from '../ledger/records.ts';

type Entry = ModeratedRequest['ledger'][number];

/** Every movement of money that belongs to a request, oldest first. */
export function ledgerOf(db: Reader, ticketId: string): Promise<Entry[]> {
  return db
    .selectFrom('ledger_entries as e')
    .innerJoin('billing_records as b', 'b.id', 'e.billing_record_id')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .select(['e.id', 'e.kind', 'm.id as milestone_id', 'e.created_at'])
    .select((query) =>
      query
        .selectFrom('ledger_lines as l')
        .select(
          sql<Entry['lines']>`json_agg(json_build_object('account', l.account,
            'amount_cents', l.amount_cents) order by l.amount_cents)`.as('lines'),
        )
        .whereRef('l.entry_id', '=', 'e.id')
        .$asScalar()
        .as('lines'),
    )
    .where('b.ticket_id', '=', ticketId)
    .orderBy('e.id')
    .$narrowType<{ lines: Entry['lines'] }>()
    .execute();
}
