/** What a payment provider says of one payment. */
export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'declined' | 'expired';

export interface Order {
  /** Ours; the provider keeps it, so that its events can name it. */
  checkout_id: string;
  charge_cents: number;
  /** Ties together all that belongs to one billing record. */
  group: string;
  description: string;
  success_url: string;
  cancel_url: string;
}

export interface Refund {
  payment_reference: string;
  amount_cents: number;
}

export interface Transfer {
  account: string;
  amount_cents: number;
  /** The group of its billing record. */
  group: string;
  /** The payment whose money this is, where it covers the amount. */
  payment_reference: string | null;
}

export interface Reversal {
  transfer_reference: string;
  amount_cents: number;
}

export interface Payout {
  account: string;
  amount_cents: number;
}

/** What is asked of a provider, as it is kept before it is asked. */
export type CallRequest =
  | ({ kind: 'checkout' } & Order)
  | { kind: 'expire'; page_reference: string }
  | ({ kind: 'refund' } & Refund)
  | ({ kind: 'transfer' } & Transfer)
  | ({ kind: 'reversal' } & Reversal)
  | ({ kind: 'payout' } & Payout)
  | { kind: 'account'; developer: { id: string } };
