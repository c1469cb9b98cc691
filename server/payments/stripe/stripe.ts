import Stripe from 'stripe';
import { beginningOf } from '#domain/cut-text.ts';
import type { Payment, PaymentProvider } from '../provider.ts';
import { isSigned } from '../signature.ts';
import { asking, askingAboutPaid, idOf, reading } from './errors.ts';
import { readStripeEvent } from './events.ts';
import { chargeOf, findAtStripe } from './find.ts';
import { movementsAtStripe } from './movements.ts';

/** Fixed: an SDK with another version does not compile until somebody has looked. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 20_000;
const CURRENCY = 'usd';
const MAX_NAME_LENGTH = 250;

export interface StripeSettings {
  secretKey: string;
  /** One per endpoint: Stripe has separate endpoints for connected accounts. */
  webhookSecrets: readonly string[];
  /** Null for Stripe's own. */
  apiBase: string | null;
}

/**
 * Stripe: Checkout Sessions, and separate charges and transfers to Connect accounts. Payments stay
 * on the platform's balance until they are released. Source: Stripe, "Separate charges and
 * transfers".
 */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...addressOf(settings.apiBase),
  });
  return {
    name: 'stripe',
    onboards: true,
    isGenuine: async (payload, headers, now) => {
      const signature = headers['stripe-signature'];
      const found = await Promise.all(
        settings.webhookSecrets.map((secret) => isSigned(payload, signature, secret, now)),
      );
      return found.includes(true);
    },
    ...payments(stripe),
    ...moves(stripe),
    ...accounts(stripe),
    find: (sought, key, since) => reading(() => findAtStripe(stripe, sought, key, since)),
    movements: (since, accounts) => movementsAtStripe(stripe, since, accounts),
    read: readStripeEvent,
  };
}

function payments(stripe: Stripe) {
  return {
    open: (order, idempotencyKey) =>
      asking(async () => {
        const { checkout_id } = order;
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: checkout_id,
            metadata: { checkout_id },
            // Transfers get the group of their charge, which is this one.
            payment_intent_data: { metadata: { checkout_id }, transfer_group: order.group },
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: CURRENCY,
                  unit_amount: order.charge_cents,
                  product_data: { name: beginningOf(order.description, MAX_NAME_LENGTH) },
                },
              },
            ],
            success_url: order.success_url,
            cancel_url: order.cancel_url,
          },
          { idempotencyKey },
        );
        return { reference: session.id, url: session.url ?? '' };
      }),
    payment: (reference) =>
      reading(async () => {
        const session = await stripe.checkout.sessions.retrieve(reference, {
          expand: ['payment_intent.latest_charge'],
        });
        return paymentOf(session);
      }),
    expire: (reference, idempotencyKey) =>
      asking(async () => {
        const page = await reading(() => stripe.checkout.sessions.retrieve(reference));
        // A complete or expired page can no longer be paid, which is all we want.
        if (page.status === 'open')
          await stripe.checkout.sessions.expire(reference, {}, { idempotencyKey });
      }),
    checkoutOf: (reference) =>
      reading(async () => {
        const intent = await stripe.paymentIntents.retrieve(reference);
        return intent.metadata.checkout_id ?? null;
      }),
    refund: ({ payment_reference, amount_cents }, idempotencyKey) =>
      askingAboutPaid(async () => {
        const { id } = await stripe.refunds.create(
          {
            payment_intent: payment_reference,
            amount: amount_cents,
            metadata: { key: baseOf(idempotencyKey) },
          },
          { idempotencyKey },
        );
        return { reference: id };
      }),
  } satisfies Partial<PaymentProvider>;
}

function moves(stripe: Stripe) {
  return {
    transfer: ({ account, amount_cents, group, payment_reference }, idempotencyKey) =>
      asking(async () => {
        const charge =
          payment_reference && (await reading(() => chargeOf(stripe, payment_reference)));
        const { id } = await stripe.transfers.create(
          {
            destination: account,
            amount: amount_cents,
            currency: CURRENCY,
            metadata: { key: baseOf(idempotencyKey) },
            // If its money has not arrived yet, the transfer waits for it instead of failing. The
            // group is then that of the charge.
            ...(charge ? { source_transaction: charge.id } : { transfer_group: group }),
          },
          { idempotencyKey },
        );
        return { reference: id };
      }),
    reverse: ({ transfer_reference, amount_cents }, idempotencyKey) =>
      asking(async () => {
        const { id } = await stripe.transfers.createReversal(
          transfer_reference,
          { amount: amount_cents, metadata: { key: baseOf(idempotencyKey) } },
          { idempotencyKey },
        );
        return { reference: id };
      }),
    payOut: ({ account, amount_cents }, idempotencyKey) =>
      asking(async () => {
        const { id } = await stripe.payouts.create(
          {
            amount: amount_cents,
            currency: CURRENCY,
            metadata: { key: baseOf(idempotencyKey) },
          },
          { idempotencyKey, stripeAccount: account },
        );
        return { reference: id };
      }),
  } satisfies Partial<PaymentProvider>;
}

function accounts(stripe: Stripe) {
  return {
    openAccount: ({ id, country }, idempotencyKey) =>
      asking(async () => {
        const account = await stripe.accounts.create(
          {
            metadata: { developer_id: id, key: baseOf(idempotencyKey) },
            controller: {
              fees: { payer: 'application' },
              losses: { payments: 'application' },
              stripe_dashboard: { type: 'express' },
            },
            capabilities: { transfers: { requested: true } },
            ...(country !== undefined && placeOf(country)),
            // Payouts are made when the developer requests them here.
            settings: { payouts: { schedule: { interval: 'manual' } } },
          },
          { idempotencyKey },
        );
        return { reference: account.id };
      }),
    isReady: (reference) =>
      reading(async () => {
        const account = await stripe.accounts.retrieve(reference);
        return account.payouts_enabled && account.capabilities?.transfers === 'active';
      }),
    onboardingUrl: (account, url) =>
      asking(async () => {
        const link = await stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: url,
          refresh_url: url,
        });
        return link.url;
      }),
    // Opens the Express Dashboard, once and for a few minutes. Source: Stripe, "Login links".
    accountUrl: (account) =>
      asking(async () => (await stripe.accounts.createLoginLink(account)).url),
  } satisfies Partial<PaymentProvider>;
}

/** Where the platform is. Abroad accounts can only be paid as recipients. */
const HOME = 'US';

function placeOf(country: string): Stripe.AccountCreateParams {
  return country === HOME
    ? { country }
    : { country, tos_acceptance: { service_agreement: 'recipient' } };
}

function paymentOf(session: Stripe.Checkout.Session): Payment {
  const { payment_intent, amount_total, currency } = session;
  const charge = payment_intent instanceof Object ? payment_intent.latest_charge : null;
  const status = statusOf(session);
  return {
    status,
    payment_reference: idOf(payment_intent),
    paid_cents: status === 'succeeded' && currency === CURRENCY ? (amount_total ?? 0) : 0,
    paid_back: charge instanceof Object && charge.refunded,
    card: charge instanceof Object ? fingerprintOf(charge) : null,
  };
}

/** Wallets and bank links may have none. */
function fingerprintOf({ payment_method_details: paid }: Stripe.Charge): string | null {
  return paid?.card?.fingerprint ?? paid?.us_bank_account?.fingerprint ?? null;
}

function statusOf({ payment_status, status }: Stripe.Checkout.Session): Payment['status'] {
  if (payment_status === 'paid') return 'succeeded';
  // Complete and unpaid: a bank transfer on its way.
  if (status === 'complete') return 'processing';
  return status === 'expired' ? 'expired' : 'open';
}

/** Our key without its generation: it finds an object, whichever try made it. */
function baseOf(idempotencyKey: string): string {
  return idempotencyKey.replace(/:g\d+$/, '');
}

function addressOf(apiBase: string | null) {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
}
