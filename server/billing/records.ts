import type { Selectable } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';

export type BillingRow = Selectable<DB['billing_records']>;

/** A billing record, locked: of several who would end its hold, one comes first. */
export function lockRecord(tx: Tx, id: string): Promise<BillingRow> {
  return tx
    .selectFrom('billing_records')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The checkout whose payment a record holds or held. */
export function paidCheckout(tx: Tx, billingRecordId: string) {
  return tx
    .selectFrom('checkouts')
    .selectAll()
    .where('billing_record_id', '=', billingRecordId)
    .where('status', 'in', ['paid', 'refunded'])
    .executeTakeFirstOrThrow();
}
