import { randomUUID } from 'node:crypto';

/** What the provider says no to, in its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(code: string, status = 400) {
    super(`refused: ${code}`);
    this.status = status;
    this.code = code;
  }
}

export interface FakeEvent {
  id: string;
  type: string;
  created: number;
  data: { object: object };
}

type Metadata = Record<string, string>;

interface Session {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  metadata: Metadata;
  payment_intent: string | null;
}

interface Intent {
  id: string;
  object: 'payment_intent';
  metadata: Metadata;
  latest_charge: string;
}

interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  /** Of this charge, what transfers have used. */
  transferred: number;
  payment_method_details: { card: { fingerprint: string } };
}

interface Move {
  id: string;
  object: string;
  amount: number;
  metadata: Metadata;
}
interface Refund extends Move {
  payment_intent: string;
}
interface Transfer extends Move {
  destination: string;
  transfer_group: string;
  amount_reversed: number;
}
interface Reversal extends Move {
  transfer: string;
}
interface Payout extends Move {
  account: string;
  status: string;
}
interface Account {
  id: string;
  object: 'account';
  metadata: Metadata;
  payouts_enabled: boolean;
  capabilities: { transfers: 'active' | 'inactive' };
}
interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  payment_intent: string;
  status: 'needs_response' | 'won' | 'lost';
  balance_transactions: object[];
}

/** What the platform has of its own, for first-hour prices. */
const OWN_FUNDS = 1_000_000_000;

/** The books of the fake: objects, balances and the events that they make. */
export class FakeBooks {
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds: Refund[] = [];
  readonly transfers = new Map<string, Transfer>();
  readonly reversals: Reversal[] = [];
  readonly payouts: Payout[] = [];
  readonly accounts = new Map<string, Account>();
  readonly disputes = new Map<string, Dispute>();
  readonly events: FakeEvent[] = [];
  platform = OWN_FUNDS;
  /** Of the card that is paid with; null: one of its own each time. */
  card: string | null = null;
  readonly balances = new Map<string, number>();

  /** What the platform has gained since the beginning, in cents. */
  get gained(): number {
    return this.platform - OWN_FUNDS;
  }

  openSession(amount: number, currency: string, metadata: Metadata): Session {
    if (!Number.isInteger(amount) || amount < 50) throw new Refused('amount_too_small');
    const id = `cs_${randomUUID()}`;
    const session: Session = {
      ...{ id, object: 'checkout.session', url: `https://checkout.example/${id}` },
      ...{ status: 'open', payment_status: 'unpaid', payment_intent: null },
      ...{ amount_total: amount, currency, metadata },
      client_reference_id: metadata.checkout_id ?? '',
    };
    this.sessions.set(id, session);
    return session;
  }

  expire(id: string): Session {
    const session = found(this.sessions, id);
    if (session.status !== 'open') throw new Refused('checkout_session_not_open');
    session.status = 'expired';
    this.emit('checkout.session.expired', session);
    return session;
  }

  /** A customer pays on the page; a delayed payment is complete first and paid later. */
  pay(id: string, how: 'card' | 'delayed' = 'card'): boolean {
    const session = found(this.sessions, id);
    if (session.status !== 'open') return false;
    session.status = 'complete';
    session.payment_intent = `pi_${randomUUID()}`;
    if (how === 'delayed') this.emit('checkout.session.completed', session);
    else this.charge(session, 'checkout.session.completed');
    return true;
  }

  /** A delayed payment comes, or does not. */
  finishDelayed(id: string, comes: boolean): void {
    const session = found(this.sessions, id);
    if (session.status !== 'complete' || session.payment_status === 'paid') return;
    if (comes) this.charge(session, 'checkout.session.async_payment_succeeded');
    else this.emit('checkout.session.async_payment_failed', session);
  }

  refund(paymentIntent: string, amount: number, metadata: Metadata): Refund {
    const charge = this.chargeOf(paymentIntent);
    if (charge.disputed) throw new Refused('charge_disputed');
    if (charge.amount_refunded + amount > charge.amount)
      throw new Refused('charge_already_refunded');
    charge.amount_refunded += amount;
    this.platform -= amount;
    const id = `re_${randomUUID()}`;
    const refund = { id, object: 'refund', amount, metadata, payment_intent: paymentIntent };
    this.refunds.push(refund);
    this.emit('charge.refunded', charge);
    return refund;
  }

  /** The customer's bank does not take a refund that was made. */
  failRefund(id: string): void {
    const refund = this.refunds.find((each) => each.id === id);
    if (!refund) return;
    this.refunds.splice(this.refunds.indexOf(refund), 1);
    this.chargeOf(refund.payment_intent).amount_refunded -= refund.amount;
    this.platform += refund.amount;
    this.emit('refund.failed', refund);
  }

  transfer(
    details: { destination: string; amount: number; transfer_group: string; source: string | null },
    metadata: Metadata,
  ): Transfer {
    const { destination, amount, transfer_group, source } = details;
    const account = found(this.accounts, destination);
    if (account.capabilities.transfers !== 'active')
      throw new Refused('insufficient_capabilities_for_transfer');
    if (source !== null) {
      const charge = found(this.charges, source);
      if (charge.transferred + amount > charge.amount)
        throw new Refused('transfer_source_exceeded');
      charge.transferred += amount;
    } else if (amount > this.platform) throw new Refused('balance_insufficient');
    this.platform -= amount;
    this.add(destination, amount);
    const id = `tr_${randomUUID()}`;
    const object = 'transfer';
    const transfer = {
      id,
      object,
      amount,
      metadata,
      destination,
      transfer_group,
      amount_reversed: 0,
    };
    this.transfers.set(id, transfer);
    return transfer;
  }

  reverse(transferId: string, amount: number, metadata: Metadata): Reversal {
    const transfer = found(this.transfers, transferId);
    if (transfer.amount_reversed + amount > transfer.amount) throw new Refused('transfer_reversed');
    if (amount > this.balanceOf(transfer.destination)) throw new Refused('balance_insufficient');
    transfer.amount_reversed += amount;
    this.add(transfer.destination, -amount);
    this.platform += amount;
    const id = `trr_${randomUUID()}`;
    const reversal = { id, object: 'transfer_reversal', amount, metadata, transfer: transferId };
    this.reversals.push(reversal);
    return reversal;
  }

  payOut(account: string, amount: number, metadata: Metadata): Payout {
    if (amount > this.balanceOf(account)) throw new Refused('balance_insufficient');
    this.add(account, -amount);
    const id = `po_${randomUUID()}`;
    const payout = { id, object: 'payout', amount, metadata, account, status: 'pending' };
    this.payouts.push(payout);
    return payout;
  }

  /** The developer's bank sends a payout back. */
  failPayout(id: string): void {
    const payout = this.payouts.find((each) => each.id === id);
    if (payout?.status !== 'pending') return;
    payout.status = 'failed';
    this.add(payout.account, payout.amount);
    this.emit('payout.failed', payout);
  }

  openAccount(metadata: Metadata): Account {
    const id = `acct_${randomUUID()}`;
    const capabilities = { transfers: 'inactive' as const };
    const account: Account = {
      id,
      object: 'account',
      metadata,
      payouts_enabled: false,
      capabilities,
    };
    this.accounts.set(id, account);
    return account;
  }

  /** A developer has told the provider all it wants to know. */
  onboard(id: string): void {
    const account = found(this.accounts, id);
    account.payouts_enabled = true;
    account.capabilities.transfers = 'active';
    this.emit('account.updated', account);
  }

  dispute(paymentIntent: string, amount?: number): string | null {
    const charge = this.chargeOf(paymentIntent);
    const left = charge.amount - charge.amount_refunded;
    if (charge.disputed || left <= 0) return null;
    charge.disputed = true;
    const dispute: Dispute = {
      ...{ id: `dp_${randomUUID()}`, object: 'dispute', payment_intent: paymentIntent },
      ...{ amount: amount ?? left, status: 'needs_response', balance_transactions: [{}] },
    };
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
      this.chargeOf(dispute.payment_intent).disputed = false;
    }
    this.emit('charge.dispute.closed', dispute);
  }

  balanceOf(account: string): number {
    return this.balances.get(account) ?? 0;
  }

  chargeOf(paymentIntent: string): Charge {
    return found(this.charges, found(this.intents, paymentIntent).latest_charge);
  }

  private charge(session: Session, event: string): void {
    const charge: Charge = {
      ...{ id: `ch_${randomUUID()}`, object: 'charge', amount: session.amount_total },
      ...{ amount_refunded: 0, disputed: false, transferred: 0 },
      payment_method_details: { card: { fingerprint: this.card ?? `fp_${randomUUID()}` } },
    };
    this.charges.set(charge.id, charge);
    const id = session.payment_intent ?? '';
    const { metadata } = session;
    this.intents.set(id, { id, object: 'payment_intent', metadata, latest_charge: charge.id });
    session.payment_status = 'paid';
    this.platform += session.amount_total;
    this.emit(event, session);
  }

  private add(account: string, amount: number): void {
    this.balances.set(account, this.balanceOf(account) + amount);
  }

  private emit(type: string, object: object): void {
    const created = Math.floor(Date.now() / 1000);
    this.events.push({ id: `evt_${randomUUID()}`, type, created, data: { object: { ...object } } });
  }
}

function found<Value>(all: Map<string, Value>, id: string): Value {
  const value = all.get(id);
  if (value === undefined) throw new Refused('resource_missing', 404);
  return value;
}
