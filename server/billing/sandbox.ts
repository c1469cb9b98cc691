import type { Database } from '../database/database.ts';
import type { PaymentProvider, PaymentStatus } from './provider.ts';

/**
 * A provider of our own that moves no real money. It keeps its own books in `sandbox_payments`,
 * and the marketplace learns of a payment only as it would from any other provider.
 */
export function sandboxProvider(db: Database, publicUrl: string): PaymentProvider {
  return {
    name: 'sandbox',
    open: async (order) => {
      const reference = `sandbox_${order.checkout_id}`;
      await db
        .insertInto('sandbox_payments')
        .values({
          reference,
          description: order.description,
          amount_cents: order.charge_cents,
          return_url: order.success_url,
          cancel_url: order.cancel_url,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { reference, url: `${publicUrl}/sandbox/checkout/${reference}` };
    },
    status: async (reference) => {
      const payment = await db
        .selectFrom('sandbox_payments')
        .select('status')
        .where('reference', '=', reference)
        .executeTakeFirst();
      return (payment?.status ?? 'expired') as PaymentStatus;
    },
    expire: (reference) => move(db, reference, { from: ['open', 'declined'], to: 'expired' }),
    payBack: (reference) => move(db, reference, { from: ['succeeded'], to: 'refunded' }),
  };
}

/** What the customer does on the sandbox's page. */
export function payInSandbox(db: Database, reference: string): Promise<void> {
  return move(db, reference, { from: ['open', 'declined'], to: 'succeeded' });
}

export function declineInSandbox(db: Database, reference: string): Promise<void> {
  return move(db, reference, { from: ['open'], to: 'declined' });
}

async function move(
  db: Database,
  reference: string,
  { from, to }: { from: PaymentStatus[]; to: PaymentStatus },
): Promise<void> {
  await db
    .updateTable('sandbox_payments')
    .set({ status: to })
    .where('reference', '=', reference)
    .where('status', 'in', from)
    .execute();
}
