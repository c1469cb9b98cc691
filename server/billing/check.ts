import type { BillingRecord } from '#domain/billing.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import { confirmPayment } from './commands.ts';
import type { PaymentProvider, PaymentStatus } from './provider.ts';
import { billingRecordFor, latestCheckout } from './queries.ts';

/**
 * Asks the provider how a payment stands, believes what it says, and tells the customer. The
 * browser's coming back from the provider's page proves nothing.
 * @throws Refusal `not_found`
 */
export async function checkPayment(
  context: Context,
  provider: PaymentProvider,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<BillingRecord> {
  const record = await billingRecordFor(context.db, viewer, id);
  const checkout = await latestCheckout(context.db, id);
  if (record.payment_status !== 'waiting' || !checkout?.provider_reference) return record;
  const said = await provider.status(checkout.provider_reference);
  if (said === 'succeeded') {
    await confirmPayment(context, provider.name, checkout.provider_reference);
    return billingRecordFor(context.db, viewer, id);
  }
  return { ...record, payment_status: shown[said] };
}

/** An open page is one that the customer left without paying. */
const shown: Record<Exclude<PaymentStatus, 'succeeded'>, BillingRecord['payment_status']> = {
  open: 'not_paid',
  declined: 'not_paid',
  expired: 'not_paid',
  refunded: 'not_paid',
};
