/** A payment's status at the provider. */
export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'declined' | 'expired';

export interface Order {
  /** Ours; kept by the provider, so that its events name it. */
  checkout_id: string;
  charge_cents: number;
  /** Groups all movements of one billing record. */
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

/** A planned call to a provider, as stored. */
export type CallRequest =
  | ({ kind: 'checkout' } & Order)
  | { kind: 'expire'; page_reference: string }
  | ({ kind: 'refund' } & Refund)
  | ({ kind: 'transfer' } & Transfer)
  | ({ kind: 'reversal' } & Reversal)
  | ({ kind: 'payout' } & Payout)
  | { kind: 'account'; developer: PaidDeveloper };

/** Whose account is opened at a provider, and where, as far as is known. */
export interface PaidDeveloper {
  id: string;
  country?: string;
}
