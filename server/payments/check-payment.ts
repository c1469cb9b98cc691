import type { BillingRecord } from '#domain/billing.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Context } from '../lifecycle/context.ts';
import { askProvider } from './payments.ts';
import { ProviderError } from './provider.ts';
import { billingRecordFor, latestCheckout } from './queries.ts';

/**
 * Asks the provider how a payment stands, believes what it says, and tells the customer. The
 * browser's coming back from the provider's page proves nothing.
 * @throws Refusal `not_found`, `provider_unavailable`
 */
export async function checkPayment(
  context: Context,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<BillingRecord> {
  const record = await billingRecordFor(context.db, viewer, id);
  const checkout = await latestCheckout(context.db, id);
  if (record.payment_status !== 'waiting') return record;
  // A page that was never opened cannot have been paid.
  if (!checkout?.provider_reference) return { ...record, payment_status: 'not_paid' };
  const payment = await askProvider(context, checkout.id).catch((error: unknown) => {
    if (error instanceof ProviderError) throw new Refusal('provider_unavailable');
    throw error;
  });
  if (payment?.status === 'succeeded') return billingRecordFor(context.db, viewer, id);
  // A page that is still open is one that the customer left without paying.
  return { ...record, payment_status: payment?.status === 'processing' ? 'waiting' : 'not_paid' };
}
