/** What a payment provider says of one payment. */
export type PaymentStatus = 'open' | 'succeeded' | 'declined' | 'expired' | 'refunded';

export interface Order {
  /** Ours; the same order twice is one payment at the provider. */
  checkout_id: string;
  charge_cents: number;
  description: string;
  success_url: string;
  cancel_url: string;
}

/**
 * A payment provider. None of these calls may stand inside a transaction of ours: they talk to
 * another system. Each can be repeated without a second effect.
 */
export interface PaymentProvider {
  name: 'sandbox';
  /** Opens a page where the customer pays; `reference` names the payment at the provider. */
  open: (order: Order) => Promise<{ reference: string; url: string }>;
  status: (reference: string) => Promise<PaymentStatus>;
  /** No longer payable; what was paid before stays paid. */
  expire: (reference: string) => Promise<void>;
  /** Pays everything back to the customer. */
  payBack: (reference: string) => Promise<void>;
}
