import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { DisputeState } from '#domain/ledger.ts';
import type { ProviderName } from '#domain/payment-provider.ts';
import type {
  Order,
  PaidDeveloper,
  PaymentStatus,
  Payout,
  Refund,
  Reversal,
  Transfer,
} from '../database/provider-calls.ts';
import type { Context } from '../lifecycle/context.ts';

/** A payment as the provider has it now. Amounts in cents. */
export interface Payment {
  status: PaymentStatus;
  /** The provider's reference of the money itself, once there is some. */
  payment_reference: string | null;
  paid_cents: number;
  /** All of it has gone back to who paid. */
  paid_back: boolean;
  /**
   * Once it is paid, a fingerprint of the card. Null where there is none; left out where it was not
   * asked for.
   */
  card?: string | null;
}

/** A movement by the provider's reference alone. */
export interface Moved {
  reference: string;
}

/** Of which payment; null where that is not said. */
export interface FailedRefund extends Moved {
  payment_reference: string | null;
}

/** From which account; null where that is not said. */
export interface FailedPayout extends Moved {
  account: string | null;
}

/** What a provider told us, in our words. Each fact stays true. */
export type Fact =
  | { kind: 'payment'; checkout_id: string; page_reference: string; payment: Payment }
  | { kind: 'expired'; checkout_id: string }
  | ({ kind: 'refund_failed' } & FailedRefund)
  | ({ kind: 'payout_failed' } & FailedPayout)
  | { kind: 'account'; reference: string }
  | {
      kind: 'dispute';
      reference: string;
      payment_reference: string;
      amount_cents: number;
      state: DisputeState;
      /** Whether the provider has withdrawn the money for now. */
      withdrawn: boolean;
    }
  /** Something unexpected, for a person to look at. */
  | { kind: 'odd'; about: string; detail: string };

export interface ProviderEvent {
  id: string;
  /** Null for an event that does not matter to us. */
  fact: Fact | null;
  /** The provider's name of this kind of event. */
  type?: string;
}

/**
 * A payment provider. None of these calls may be made within a transaction, as they reach another
 * system. Each that changes something takes an idempotency key, so that repeating it has no second
 * effect.
 * @throws ProviderError
 */
export interface PaymentProvider {
  name: ProviderName;
  /** Whether developers have to sign up with the provider to be paid. */
  onboards: boolean;
  /** Opens a page where the customer pays; `reference` identifies it. */
  open: (order: Order, key: string) => Promise<Moved & { url: string }>;
  payment: (reference: string) => Promise<Payment>;
  /** Closes a page to payment; what was paid before stays paid. */
  expire: (reference: string, key: string) => Promise<void>;
  /** The checkout of a payment, if it is ours. */
  checkoutOf: (paymentReference: string) => Promise<string | null>;
  refund: (refund: Refund, key: string) => Promise<Moved>;
  transfer: (transfer: Transfer, key: string) => Promise<Moved>;
  reverse: (reversal: Reversal, key: string) => Promise<Moved>;
  payOut: (payout: Payout, key: string) => Promise<Moved>;
  openAccount: (developer: PaidDeveloper, key: string) => Promise<Moved>;
  isReady: (account: string) => Promise<boolean>;
  /** Where a developer identifies themselves to the provider; null where that is not needed. */
  onboardingUrl: (account: string, returnUrl: string) => Promise<string | null>;
  /** Where a developer changes where their money goes; null where there is nothing to change. */
  accountUrl: (account: string) => Promise<string | null>;
  /**
   * What an earlier try with this key did after `since`, where its answer was lost; null if
   * nothing.
   */
  find: (sought: Sought, key: string, since: Date) => Promise<Moved | null>;
  /** All movements since then on the platform's account and the developers' `accounts`. */
  movements: (since: Date, accounts: readonly string[]) => AsyncIterable<Movement>;
  /** Whether the provider signed an event, and not long before `now`. */
  isGenuine: (payload: string, headers: IncomingHttpHeaders, now: Date) => Promise<boolean>;
  /** Reads an event whose signature was checked. */
  read: (payload: string) => ProviderEvent;
}

/** What a provider's folder defines, beside its texts in `domain/payment-provider.ts`. */
export interface ProviderKind {
  /**
   * Checks the variables that begin with its name.
   * @throws ConfigError
   */
  check: (env: NodeJS.ProcessEnv) => unknown;
  connect: (context: Pick<Context, 'config' | 'db'>) => Promise<PaymentProvider>;
  /** Its own pages, below its name. */
  routes?: FastifyPluginAsync;
  everyMinute?: (context: Context) => Promise<void>;
}

/** A completed movement of money at the provider; failed ones are left out, or are of 0 cents. */
export interface Movement {
  kind: 'payment' | 'refund' | 'transfer' | 'reversal' | 'payout';
  reference: string;
  amount_cents: number;
  /** Of a payment: our checkout in its metadata. */
  checkout_id?: string;
  /** Of a refund: the payment. */
  payment_reference?: string;
  /** Our key in its metadata; null for what we did not start. */
  key: string | null;
}

/** Where to look for what a call may have done. */
export type Sought =
  | ({ kind: 'refund' } & Refund)
  | ({ kind: 'transfer' } & Transfer)
  | ({ kind: 'reversal' } & Reversal)
  | ({ kind: 'payout' } & Payout)
  | { kind: 'account' };

/**
 * A call that failed.
 * - `again`: the answer is unknown, or the provider has not begun; only the same key is safe.
 * - `unclear`: it may have happened, and the same key will always repeat this answer.
 * - `later`: it has not happened and may at another time; the same key will always repeat this answer.
 * - `refused`: the provider will not do it.
 */
export class ProviderError extends Error {
  readonly outcome: 'again' | 'unclear' | 'later' | 'refused';

  constructor(outcome: ProviderError['outcome'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
    this.outcome = outcome;
  }
}

/** A refusal as the payment was refunded already, by others than us. */
export class RefundedAlready extends ProviderError {
  constructor(message: string, options?: ErrorOptions) {
    super('refused', message, options);
  }
}

/** A refusal as the developer's account is closed, or has left us: nothing reaches it any more. */
export class AccountGone extends ProviderError {
  constructor(message: string, options?: ErrorOptions) {
    super('refused', message, options);
  }
}
