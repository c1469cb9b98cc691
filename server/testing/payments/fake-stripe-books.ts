import type Stripe from 'stripe';
import {
  type FakeEvent,
  newAccount,
  newBalanceLine,
  newCardDetails,
  newCharge,
  newEvent,
  newIntent,
  newPayout,
  newRefund,
  newReversal,
  newSession,
  newTransfer,
} from './fake-stripe-answers.ts';
import { newDispute } from './fake-stripe-dispute.ts';

/** What the provider says no to, in its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;

  constructor(code: string, status = 400, param: string | null = null) {
    super(`refused: ${code}`);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** What the double keeps of a page for when it is paid. */
export interface Page {
  amount: number;
  currency?: string;
  metadata?: Stripe.Metadata;
  client_reference_id?: string | null;
  /** What the payment will carry. */
  intent?: { metadata?: Stripe.Metadata; transfer_group?: string | null };
}

/** The double answers with ids where nothing is expanded. */
type Session = Stripe.Checkout.Session & { payment_intent: string | null };
type Refund = Stripe.Refund & { payment_intent: string };

/** What the platform has of its own, for first-hour prices. */
const OWN_FUNDS = 1_000_000_000;
const LEAST_CENTS = 50;
const MOST_CENTS = 99_999_999;

/** The books of the fake: objects, balances and the events that they make. */
export class FakeBooks {
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds: Refund[] = [];
  /** Payments that cannot go back to where they came from, by their intents. */
  readonly unrefundable = new Set<string>();
  readonly transfers = new Map<string, Stripe.Transfer>();
  readonly reversals: Stripe.TransferReversal[] = [];
  readonly payouts: Stripe.Payout[] = [];
  readonly accounts = new Map<string, Stripe.Account>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly events: FakeEvent[] = [];
  platform = OWN_FUNDS;
  /** Of the card that is paid with; null: one of its own each time. */
  card: string | null = null;
  readonly balances = new Map<string, number>();
  /** Accounts that are closed, or have left the platform: nothing can be asked of them. */
  readonly gone = new Set<string>();
  /** Countries in which it opens no accounts. */
  readonly closedCountries = new Set<string>();
  private readonly pages = new Map<string, Page>();
  /** From which account each payout was made. */
  private readonly payers = new Map<string, string>();

  /** What the platform has gained since the beginning, in cents. */
  get gained(): number {
    return this.platform - OWN_FUNDS;
  }

  openSession(page: Page): Session {
    const { amount, currency = 'usd', metadata = {}, client_reference_id = null } = page;
    if (amount < LEAST_CENTS) throw new Refused('amount_too_small');
    if (amount > MOST_CENTS) throw new Refused('amount_too_large');
    const given = { metadata, currency, client_reference_id, amount_total: amount };
    const session = { ...newSession(given), amount_subtotal: amount, payment_intent: null };
    this.sessions.set(session.id, session);
    this.pages.set(session.id, page);
    return session;
  }

  expire(id: string): Session {
    const session = found(this.sessions, id);
    if (session.status !== 'open') throw new Refused('checkout_session_not_open');
    Object.assign(session, { status: 'expired', url: null });
    this.emit('checkout.session.expired', session);
    return session;
  }

  /** A customer pays on the page; a delayed payment is complete first and paid later. */
  pay(id: string, how: 'card' | 'delayed' = 'card'): boolean {
    const session = found(this.sessions, id);
    if (session.status !== 'open') return false;
    const { metadata = {}, transfer_group = null } = this.pages.get(id)?.intent ?? {};
    const amount = session.amount_total ?? 0;
    const intent = newIntent({ amount, metadata, transfer_group });
    this.intents.set(intent.id, intent);
    Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id });
    if (how === 'delayed') this.emit('checkout.session.completed', session);
    else this.charge(session, intent, 'checkout.session.completed');
    return true;
  }

  /** A delayed payment comes, or does not. */
  finishDelayed(id: string, comes: boolean): void {
    const session = found(this.sessions, id);
    if (session.status !== 'complete' || session.payment_status === 'paid') return;
    const intent = found(this.intents, String(session.payment_intent));
    if (intent.status !== 'processing') return;
    if (comes) {
      this.charge(session, intent, 'checkout.session.async_payment_succeeded');
    } else {
      intent.status = 'requires_payment_method';
      this.emit('checkout.session.async_payment_failed', session);
    }
  }

  refund(payment_intent: string, amount: number, metadata: Stripe.Metadata): Refund {
    const charge = this.chargeOf(payment_intent);
    if (charge.disputed) throw new Refused('charge_disputed');
    if (this.unrefundable.has(payment_intent)) throw new Refused('charge_not_refundable');
    if (charge.amount_refunded + amount > charge.amount)
      throw new Refused('charge_already_refunded');
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.platform -= amount;
    const refund = { ...newRefund({ amount, metadata, charge: charge.id }), payment_intent };
    this.refunds.push(refund);
    this.emit('charge.refunded', charge);
    return refund;
  }

  /** The customer's bank does not take a refund that was made. */
  failRefund(id: string): void {
    const refund = this.refunds.find((each) => each.id === id);
    if (refund?.status !== 'succeeded') return;
    refund.status = 'failed';
    const charge = found(this.charges, String(refund.charge));
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    this.platform += refund.amount;
    this.emit('refund.failed', refund);
  }

  /**
   * With a source, the group is the one of its charge, which gets one if it has none. Source:
   * Stripe, "Separate charges and transfers".
   */
  transfer(details: {
    destination: string;
    amount: number;
    transfer_group: string | null;
    source: string | null;
    metadata: Stripe.Metadata;
  }): Stripe.Transfer {
    const { destination, amount, source, metadata } = details;
    const account = found(this.accounts, destination);
    if (this.gone.has(destination)) throw new Refused('account_invalid', 403);
    if (account.capabilities?.transfers !== 'active')
      throw new Refused('insufficient_capabilities_for_transfer');
    let { transfer_group } = details;
    if (source !== null) {
      const charge = found(this.charges, source);
      if (this.sentFrom(source) + amount > charge.amount)
        throw new Refused('transfer_source_exceeded');
      charge.transfer_group ??= `group_${String(charge.payment_intent)}`;
      transfer_group = charge.transfer_group;
    } else if (amount > this.platform) throw new Refused('balance_insufficient');
    this.platform -= amount;
    this.add(destination, amount);
    const given = { amount, metadata, destination, transfer_group, source_transaction: source };
    const transfer = newTransfer(given);
    this.transfers.set(transfer.id, transfer);
    return transfer;
  }

  reverse(id: string, amount: number, metadata: Stripe.Metadata): Stripe.TransferReversal {
    const transfer = found(this.transfers, id);
    const destination = String(transfer.destination);
    if (transfer.amount_reversed + amount > transfer.amount) throw new Refused('transfer_reversed');
    if (amount > this.balanceOf(destination)) throw new Refused('balance_insufficient');
    transfer.amount_reversed += amount;
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    this.add(destination, -amount);
    this.platform += amount;
    const reversal = newReversal({ amount, metadata, transfer: id });
    this.reversals.push(reversal);
    // The ten newest stand on the transfer itself.
    transfer.reversals.data = [reversal, ...transfer.reversals.data].slice(0, 10);
    transfer.reversals.has_more = this.reversalsOf(id).length > 10;
    return reversal;
  }

  reversalsOf(transfer: string): Stripe.TransferReversal[] {
    return this.reversals.filter((each) => each.transfer === transfer);
  }

  payOut(account: string, amount: number, metadata: Stripe.Metadata): Stripe.Payout {
    if (!found(this.accounts, account).payouts_enabled) throw new Refused('payouts_not_allowed');
    if (amount > this.balanceOf(account)) throw new Refused('balance_insufficient');
    this.add(account, -amount);
    const payout = newPayout({ amount, metadata });
    this.payouts.push(payout);
    this.payers.set(payout.id, account);
    return payout;
  }

  payoutsOf(account: string): Stripe.Payout[] {
    return this.payouts.filter(({ id }) => this.payers.get(id) === account);
  }

  /** The developer's bank sends a payout back. */
  failPayout(id: string): void {
    const payout = this.payouts.find((each) => each.id === id);
    if (payout?.status !== 'pending') return;
    payout.status = 'failed';
    const account = this.payers.get(id) ?? '';
    this.add(account, payout.amount);
    this.events.push({ ...newEvent('payout.failed', payout), account });
  }

  openAccount(metadata: Stripe.Metadata, country = 'US'): Stripe.Account {
    if (this.closedCountries.has(country)) throw new Refused('country_unsupported');
    const account = newAccount({ metadata, country });
    this.accounts.set(account.id, account);
    return account;
  }

  /** A developer has told the provider all it wants to know. */
  onboard(id: string): void {
    this.setReady(id, true);
  }

  /** The provider wants to know more, and pays nothing until then. */
  restrict(id: string): void {
    this.setReady(id, false);
  }

  dispute(paymentIntent: string, amount?: number): string | null {
    const { latest_charge } = found(this.intents, paymentIntent);
    if (latest_charge === null) return null;
    const charge = this.chargeOf(paymentIntent);
    const left = charge.amount - charge.amount_refunded;
    if (charge.disputed || left <= 0) return null;
    charge.disputed = true;
    const dispute = newDispute({ payment_intent: paymentIntent, charge: charge.id });
    dispute.amount = amount ?? left;
    dispute.balance_transactions = [newBalanceLine(-dispute.amount, dispute.id)];
    this.platform -= dispute.amount;
    this.disputes.set(dispute.id, dispute);
    this.emit('charge.dispute.created', dispute);
    return dispute.id;
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = found(this.disputes, id);
    if (dispute.status !== 'needs_response') return;
    dispute.status = status;
    if (status === 'won') {
      this.platform += dispute.amount;
      dispute.balance_transactions.push(newBalanceLine(dispute.amount, id));
      found(this.charges, String(dispute.charge)).disputed = false;
    }
    this.emit('charge.dispute.closed', dispute);
  }

  balanceOf(account: string): number {
    return this.balances.get(account) ?? 0;
  }

  chargeOf(paymentIntent: string): Stripe.Charge {
    return found(this.charges, String(found(this.intents, paymentIntent).latest_charge));
  }

  private charge(session: Session, intent: Stripe.PaymentIntent, event: string): void {
    const amount = session.amount_total ?? 0;
    const { metadata, transfer_group } = intent;
    const payment_method_details = newCardDetails(this.card);
    const paid = { amount, metadata, transfer_group, payment_method_details };
    const charge = newCharge({ ...paid, payment_intent: intent.id });
    this.charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: amount });
    intent.latest_charge = charge.id;
    session.payment_status = 'paid';
    this.platform += amount;
    this.emit(event, session);
  }

  private sentFrom(charge: string): number {
    const sent = [...this.transfers.values()].filter((each) => each.source_transaction === charge);
    return sent.reduce((sum, { amount }) => sum + amount, 0);
  }

  private setReady(id: string, ready: boolean): void {
    const account = found(this.accounts, id);
    Object.assign(account, { payouts_enabled: ready, details_submitted: true });
    account.capabilities = { transfers: ready ? 'active' : 'inactive' };
    this.emit('account.updated', account);
  }

  private add(account: string, amount: number): void {
    this.balances.set(account, this.balanceOf(account) + amount);
  }

  private emit(type: string, object: object): void {
    this.events.push(newEvent(type, object));
  }
}

/** @throws Refused when there is no such object */
export function found<Value>(all: Map<string, Value>, id: string): Value {
  const value = all.get(id);
  if (value === undefined) throw new Refused('resource_missing', 404);
  return value;
}
