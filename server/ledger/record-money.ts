import { type SqlBool, sql } from 'kysely';
import { type EntryKind, type LedgerAccount, settleLines } from '#domain/ledger.ts';
import { allMoved, type BookedLine, movedBy, type RecordFacts } from '#domain/record-money.ts';
import type { Moved, StepMoney } from '#domain/record-money-schemas.ts';
import type { Reader, Tx } from '../database/database.ts';

/** A billing record with where its money is, and where it goes after a review. */
export interface RecordMoney extends RecordFacts {
  id: string;
  ticket_id: string | null;
  now: Moved;
  waiting: Moved | null;
}

/** The billing records of these requests, computed from the ledger; `id` is the record's. */
export function moneyOfTickets(db: Reader, ticketIds: readonly string[]): Promise<RecordMoney[]> {
  return ticketIds.length === 0 ? Promise.resolve([]) : moneyOf(db, { tickets: ticketIds });
}

/** One billing record, computed from the ledger. */
export async function moneyOfRecord(db: Reader, id: string): Promise<RecordMoney> {
  const [money] = await moneyOf(db, { record: id });
  if (!money) throw new Error('there is no such billing record');
  return money;
}

/** The current billing record of a milestone. */
export async function moneyOfMilestone(db: Reader, milestone: string): Promise<RecordMoney | null> {
  const [money = null] = await moneyOf(db, { milestone });
  return money;
}

/** The sum of all records. */
export function moneyNow(records: readonly RecordMoney[]): Moved {
  return allMoved(records.map(({ now }) => now));
}

/**
 * Whose money a held record (`b`) of a request (`t`) becomes. Who only reserved the request has no part
 * in it, also while moderators have the request.
 */
export const developerOfRecord = sql<string | null>`coalesce(b.awarded_to,
  case when t.reserved_until is null and t.status_before_help is distinct from 'AWAITING_ASSIGNMENT'
    then t.developer_id end)`;

interface Which {
  tickets?: readonly string[];
  record?: string;
  milestone?: string;
  /** Only what was booked after this entry. */
  after?: number;
}

async function moneyOf(
  db: Reader,
  { tickets, record, milestone, after = 0 }: Which,
): Promise<RecordMoney[]> {
  const rows = await db
    .selectFrom('billing_records as b')
    .leftJoin('tickets as t', 't.id', 'b.ticket_id')
    .leftJoin('ledger_entries as e', (join) =>
      join.onRef('e.billing_record_id', '=', 'b.id').on('e.id', '>', after).on(COUNTS),
    )
    .leftJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .select(['b.id', 'b.ticket_id', 'b.held_for', 'b.price_cents', 'b.discount_cents'])
    .select(['b.fee_cents', 'b.awarded_cents', developerOfRecord.as('developer_id')])
    .select(['e.kind', 'l.account', 'l.owner_id', 'l.amount_cents'])
    .$if(tickets !== undefined, (query) => query.where('b.ticket_id', 'in', tickets ?? []))
    .$if(record !== undefined, (query) => query.where('b.id', '=', record ?? ''))
    .$if(milestone !== undefined, (query) => query.where('b.milestone_id', '=', milestone ?? ''))
    .orderBy('b.created_at')
    .orderBy('b.id')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(asRecordMoney);
}

type Row = RecordFacts & {
  id: string;
  ticket_id: string | null;
  held_for: string;
  kind: string | null;
  account: string | null;
  owner_id: string | null;
  amount_cents: number | null;
};

/** Leaves out a dispute over a payment that was simply refunded: it does not concern the record. */
const COUNTS = sql<SqlBool>`not exists (select from disputes d join checkouts c on c.id = d.checkout_id
  where c.status = 'returned' and e.key = 'dispute_lost:' || d.reference)`;

function asRecordMoney(rows: readonly Row[]): RecordMoney[] {
  const [first] = rows;
  if (!first) return [];
  const { id, ticket_id, price_cents, discount_cents, fee_cents } = first;
  const { awarded_cents, developer_id } = first;
  const facts = { price_cents, discount_cents, fee_cents, awarded_cents, developer_id };
  const lines = rows.flatMap(({ kind, account, owner_id, amount_cents }): BookedLine[] =>
    kind === null || account === null || amount_cents === null
      ? []
      : [
          {
            kind: kind as EntryKind,
            account: account as LedgerAccount,
            owner_id,
            amount_cents: Number(amount_cents),
          },
        ],
  );
  return [{ ...facts, id, ticket_id, now: movedBy(facts, lines), waiting: awardOf(first, facts) }];
}

/** What the entry that ends its hold will book. */
function awardOf({ held_for }: Row, facts: RecordFacts): Moved | null {
  const { awarded_cents, developer_id, fee_cents, price_cents, discount_cents } = facts;
  if (awarded_cents === null) return null;
  const lines = settleLines(
    { held_for, price_cents, discount_cents, fee_cents: fee_cents ?? 0 },
    { released_cents: awarded_cents, developer_id },
  );
  return movedBy(
    facts,
    lines.map((line) => ({ ...line, kind: 'split' })),
  );
}

/**
 * Answers later what has moved since now of the money of a request, which the caller has locked.
 */
export async function watchMoney(
  tx: Tx,
  ticketId: string,
): Promise<{ moved: () => Promise<StepMoney> }> {
  const { last } = await tx
    .selectFrom('ledger_entries as e')
    .innerJoin('billing_records as b', 'b.id', 'e.billing_record_id')
    .select((query) => query.fn.coalesce(query.fn.max('e.id'), query.lit(0)).as('last'))
    .where('b.ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const awarded = await tx
    .selectFrom('billing_records')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('awarded_cents', 'is not', null)
    .execute();
  const before = new Set(awarded.map(({ id }) => id));
  const refunded = async () => moneyNow(await moneyOf(tx, { tickets: [ticketId] })).refunded_cents;
  const refunded_before = await refunded();
  return {
    moved: async () => {
      const records = await moneyOf(tx, { tickets: [ticketId], after: Number(last) });
      const waiting = records.flatMap(({ id, waiting }) => (before.has(id) ? [] : (waiting ?? [])));
      return {
        ...moneyNow(records),
        // What a bank takes back once more is no second refund.
        refunded_cents: (await refunded()) - refunded_before,
        ...(waiting.length > 0 && { waiting: allMoved(waiting) }),
      };
    },
  };
}
