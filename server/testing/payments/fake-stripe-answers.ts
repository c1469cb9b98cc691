import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';

/**
 * What Stripe answers, whole: every field that an answer of the pinned version always has, as the
 * compiler holds against stripe-node's own types. What the double does not keep is as in a new
 * object of test mode.
 */
export type Given<Whole> = Partial<Whole>;

export const now = () => Math.floor(Date.now() / 1000);
export const idFor = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

export function newSession(given: Given<Stripe.Checkout.Session>): Stripe.Checkout.Session {
  const id = idFor('cs_test');
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    livemode: false,
    created: now(),
    status: 'open',
    payment_status: 'unpaid',
    url: `https://checkout.example/c/pay/${id}`,
    expires_at: now() + 86_400,
    ui_mode: 'hosted_page',
    locale: null,
    submit_type: null,
    amount_subtotal: null,
    amount_total: null,
    currency: 'usd',
    currency_conversion: null,
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    billing_address_collection: null,
    cancel_url: null,
    success_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    custom_fields: [],
    customer: null,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    managed_payments: null,
    metadata: {},
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_cost: null,
    shipping_address_collection: null,
    shipping_options: [],
    subscription: null,
    wallet_options: null,
    ...given,
  };
}

export function newIntent(given: Given<Stripe.PaymentIntent>): Stripe.PaymentIntent {
  return {
    id: idFor('pi'),
    object: 'payment_intent',
    created: now(),
    livemode: false,
    amount: 0,
    amount_capturable: 0,
    amount_received: 0,
    currency: 'usd',
    status: 'processing',
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    allowed_payment_method_types: null,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: idFor('pi_secret'),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
    ...given,
  };
}

export function newCharge(given: Given<Stripe.Charge>): Stripe.Charge {
  return {
    id: idFor('ch'),
    object: 'charge',
    created: now(),
    livemode: false,
    amount: 0,
    amount_captured: given.amount ?? 0,
    amount_refunded: 0,
    currency: 'usd',
    captured: true,
    paid: true,
    refunded: false,
    disputed: false,
    status: 'succeeded',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: idFor('txn'),
    calculated_statement_descriptor: null,
    customer: null,
    description: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...given,
  };
}

/** A card as a charge tells of it; each number has a fingerprint of its own. */
export function newCardDetails(fingerprint: string | null): Stripe.Charge.PaymentMethodDetails {
  const card: Stripe.Charge.PaymentMethodDetails.Card = {
    amount_authorized: null,
    authorization_code: null,
    brand: 'visa',
    checks: null,
    country: 'US',
    exp_month: 12,
    exp_year: 2034,
    funding: 'credit',
    installments: null,
    last4: '4242',
    mandate: null,
    network: 'visa',
    network_token: null,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    electronic_commerce_indicator: null,
    transaction_link_id: null,
    three_d_secure: null,
    wallet: null,
    fingerprint: fingerprint ?? idFor('fp'),
  };
  return { type: 'card', card };
}

export function newRefund(given: Given<Stripe.Refund>): Stripe.Refund {
  return {
    id: idFor('re'),
    object: 'refund',
    created: now(),
    amount: 0,
    currency: 'usd',
    balance_transaction: idFor('txn'),
    charge: null,
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...given,
  };
}

export function newTransfer(given: Given<Stripe.Transfer>): Stripe.Transfer {
  const id = idFor('tr');
  return {
    id,
    object: 'transfer',
    created: now(),
    livemode: false,
    currency: 'usd',
    amount: 0,
    amount_reversed: 0,
    reversed: false,
    balance_transaction: idFor('txn'),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    description: null,
    destination: null,
    destination_payment: idFor('py'),
    metadata: {},
    source_transaction: null,
    source_type: 'card',
    transfer_group: null,
    ...given,
  };
}

export function newReversal(given: Given<Stripe.TransferReversal>): Stripe.TransferReversal {
  return {
    id: idFor('trr'),
    object: 'transfer_reversal',
    created: now(),
    currency: 'usd',
    amount: 0,
    balance_transaction: idFor('txn'),
    destination_payment_refund: idFor('pyr'),
    metadata: {},
    source_refund: null,
    transfer: '',
    ...given,
  };
}

export function newPayout(given: Given<Stripe.Payout>): Stripe.Payout {
  return {
    id: idFor('po'),
    object: 'payout',
    created: now(),
    livemode: false,
    currency: 'usd',
    amount: 0,
    arrival_date: now() + 172_800,
    automatic: false,
    status: 'pending',
    method: 'standard',
    source_type: 'card',
    type: 'bank_account',
    destination: idFor('ba'),
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: idFor('txn'),
    description: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    metadata: {},
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    statement_descriptor: null,
    trace_id: null,
    ...given,
  };
}

export function newAccount(given: Given<Stripe.Account>): Stripe.Account {
  return {
    id: idFor('acct'),
    object: 'account',
    created: now(),
    type: 'none',
    country: 'US',
    charges_enabled: false,
    details_submitted: false,
    payouts_enabled: false,
    email: null,
    default_currency: 'usd',
    capabilities: { transfers: 'inactive' },
    metadata: {},
    ...given,
  };
}

/** What a bank takes or gives back, as a line of the platform's balance. */
export function newBalanceLine(amount: number, source: string): Stripe.BalanceTransaction {
  return {
    id: idFor('txn'),
    object: 'balance_transaction',
    created: now(),
    amount,
    net: amount,
    available_on: now(),
    balance_type: 'payments',
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    reporting_category: 'dispute',
    source,
    status: 'available',
    type: 'adjustment',
  };
}

export function newLink(account: string): Stripe.AccountLink {
  const url = `https://connect.example/setup/e/${account}`;
  return { object: 'account_link', created: now(), expires_at: now() + 300, url };
}

export function newLoginLink(account: string): Stripe.LoginLink {
  const url = `https://connect.example/express/${account}`;
  return { object: 'login_link', created: now(), url };
}

export interface FakeEvent {
  id: string;
  type: string;
  created: number;
  data: { object: object };
  /** The connected account in which it happened. */
  account?: string;
}

/** An event about an object as it is at this moment. */
export function newEvent(type: string, object: object): FakeEvent {
  const data = { object: structuredClone(object) };
  return { id: idFor('evt'), type, created: now(), data };
}
