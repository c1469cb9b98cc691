import type { EntryKind, LedgerAccount, LedgerLine } from '#domain/ledger.ts';
import type { Reader, Tx } from '../database/database.ts';

type Entry = {
  /** Identifies what this entry books, such as `hold:<checkout id>`. */
  key: string;
  kind: EntryKind;
  lines: LedgerLine[];
} & ({ billing_record_id: string } | { payout_id: string });

/** Books one balanced entry. The database refuses a second one with the same key. */
export async function book(tx: Tx, { lines, ...entry }: Entry): Promise<void> {
  const { id } = await tx
    .insertInto('ledger_entries')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('ledger_lines')
    .values(lines.map((line) => ({ entry_id: id, ...line })))
    .execute();
}

/** Whether an entry with this key is booked. */
export async function isBooked(db: Reader, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst();
  return found !== undefined;
}

/** The balance of an account, in cents. */
export async function balance(
  db: Reader,
  account: LedgerAccount,
  ownerId?: string,
): Promise<number> {
  const { total } = await db
    .selectFrom('ledger_lines')
    .select((query) =>
      query.fn.coalesce(query.fn.sum<string>('amount_cents'), query.lit(0)).as('total'),
    )
    .where('account', '=', account)
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(total);
}
