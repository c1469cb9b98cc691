import type { Order, Payout, Refund, Reversal, Transfer } from './provider.ts';

/** What is asked of a provider, as it is kept before it is asked. */
export type CallRequest =
  | ({ kind: 'checkout' } & Order)
  | { kind: 'expire'; page_reference: string }
  | ({ kind: 'refund' } & Refund)
  | ({ kind: 'transfer' } & Transfer)
  | ({ kind: 'reversal' } & Reversal)
  | ({ kind: 'payout' } & Payout)
  | { kind: 'account'; developer: { id: string } };
