import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { DisputeState } from '#domain/ledger.ts';
import type { ProviderName } from '#domain/payment-provider.ts';
import type {
  Order,
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
  /** The provider's name of the money itself, once there is some. */
  payment_reference: string | null;
  paid_cents: number;
  refunded_cents: number;
  /**
   * Once it is paid, what tells its card apart from others: the same for the same card. Null where
   * there is none; left out where it was not asked for.
   */
  card?: string | null;
}

/** What only says that something moved, and by which name the provider knows it. */
export interface Moved {
  reference: string;
}

/** Something of which the provider told us, in our words. Each is a fact that stays true. */
export type Fact =
  | { kind: 'payment'; checkout_id: string; page_reference: string; payment: Payment }
  | { kind: 'expired'; checkout_id: string }
  | { kind: 'refund_failed'; reference: string }
  | { kind: 'payout_failed'; reference: string }
  | { kind: 'account'; reference: string }
  | {
      kind: 'dispute';
      reference: string;
      payment_reference: string;
      amount_cents: number;
      state: DisputeState;
      /** Whether the provider has taken the money for the time being. */
      withdrawn: boolean;
    }
  /** What nobody expected of a provider: for a person to look at. */
  | { kind: 'odd'; about: string; detail: string };

export interface ProviderEvent {
  id: string;
  /** Null for an event that says nothing to us. */
  fact: Fact | null;
  /** The provider's own name of such a kind of event. */
  type?: string;
}

/**
 * A payment provider. None of these calls may stand inside a transaction of ours: they talk to
 * another system. Each that changes something takes an idempotency key, so that it can be repeated
 * without a second effect.
 * @throws ProviderError
 */
export interface PaymentProvider {
  name: ProviderName;
  /** Whether developers have to sign up with the provider themselves to be paid. */
  onboards: boolean;
  /** Opens a page where the customer pays; `reference` names the page. */
  open: (order: Order, key: string) => Promise<Moved & { url: string }>;
  payment: (reference: string) => Promise<Payment>;
  /** No longer payable; what was paid before stays paid. */
  expire: (reference: string, key: string) => Promise<void>;
  /** The checkout of ours that a payment belongs to, if it is ours. */
  checkoutOf: (paymentReference: string) => Promise<string | null>;
  refund: (refund: Refund, key: string) => Promise<Moved>;
  transfer: (transfer: Transfer, key: string) => Promise<Moved>;
  reverse: (reversal: Reversal, key: string) => Promise<Moved>;
  payOut: (payout: Payout, key: string) => Promise<Moved>;
  openAccount: (developer: { id: string }, key: string) => Promise<Moved>;
  isReady: (account: string) => Promise<boolean>;
  /** Where a developer tells the provider who they are; null where there is nothing to tell. */
  onboardingUrl: (account: string, returnUrl: string) => Promise<string | null>;
  /** What an earlier try with this key did after `since`, when we were not told; null if nothing. */
  find: (sought: Sought, key: string, since: Date) => Promise<Moved | null>;
  /** All that has moved since then on the platform's account and the developers' `accounts`. */
  movements: (since: Date, accounts: readonly string[]) => AsyncIterable<Movement>;
  /** Whether the provider has signed an event, and not long before `now`. */
  isGenuine: (payload: string, headers: IncomingHttpHeaders, now: Date) => boolean;
  /** Reads an event that is genuine. */
  read: (payload: string) => ProviderEvent;
}

/** What a provider's folder brings, beside its words in `domain/payment-provider.ts`. */
export interface ProviderKind {
  /** Looks at the variables that begin with its name. @throws ConfigError */
  check: (env: NodeJS.ProcessEnv) => unknown;
  connect: (context: Pick<Context, 'config' | 'db'>) => Promise<PaymentProvider>;
  /** Its own pages, below its name. */
  routes?: FastifyPluginAsync;
  everyMinute?: (context: Context) => Promise<void>;
}

/** Money that has moved at the provider, as it stands there now: of what failed, nothing. */
export interface Movement {
  kind: 'payment' | 'refund' | 'transfer' | 'reversal' | 'payout';
  reference: string;
  amount_cents: number;
  /** Of a payment: the checkout of ours that it carries. */
  checkout_id?: string;
  /** Of a refund: the payment. */
  payment_reference?: string;
  /** The key of ours that it carries; null for what was not moved by us. */
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
 * A call that did not work.
 * - `again`: the answer is not known, or the provider has not begun; only the same key is safe.
 * - `unclear`: it may have happened, and the same key will only ever repeat this answer.
 * - `later`: it has not happened and may another time; the same key will only repeat this answer.
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
