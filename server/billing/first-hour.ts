import type { Reader } from '../database/database.ts';

/**
 * Whether the first-hour price of a new customer is used up, which the first checkout does that they
 * ever complete, also when its money has gone back since.
 */
export async function hasPaidBefore(db: Reader, customerId: string): Promise<boolean> {
  const paid = await db
    .selectFrom('checkouts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['paid', 'refunded'])
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}
