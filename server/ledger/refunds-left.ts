import type { Reader } from '../database/database.ts';

/**
 * Whether a customer is owed a refund that could not be made, for whatever reason: nobody could ask them
 * where to, once their account is deleted.
 */
export async function isRefundLeft(db: Reader, customerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('provider_calls as c')
    .innerJoin('checkouts as p', 'p.id', 'c.checkout_id')
    .select('c.key')
    .where('p.customer_id', '=', customerId)
    .where('c.kind', '=', 'refund')
    .where('c.state', '=', 'failed')
    .executeTakeFirst();
  return found !== undefined;
}
