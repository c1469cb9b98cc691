import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { Refusal } from '#domain/refusals.ts';
import { report } from '../ledger/findings.ts';
import type { Change } from '../lifecycle/change.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { takeDispute } from './disputes.ts';
import { takeFailedPayout, takeFailedRefund } from './failed-movements.ts';
import { takePayment } from './payments.ts';
import { askReady, keepReady, type Readiness, stopPaying } from './payout-readiness.ts';
import {
  AccountGone,
  type Fact,
  type Payment,
  type PaymentProvider,
  ProviderError,
} from './provider.ts';

/** A fact with what had to be asked about it before the transaction. */
type Takes =
  | Exclude<Fact, { kind: 'dispute' | 'account' }>
  | ({ kind: 'account' } & Readiness)
  | { kind: 'account_gone'; reference: string }
  | (Dispute & {
      checkout_id: string;
      /** Of a payment that we have not heard of yet: its dispute arrived first. */
      paid: { page_reference: string; payment: Payment } | null;
    });

type Dispute = Extract<Fact, { kind: 'dispute' }>;

const MAX_CENTS = 2 ** 31 - 1;

/**
 * Completes a fact; null when it does not concern us.
 * @throws ProviderError
 */
async function whatItTakes(
  context: Context,
  provider: PaymentProvider,
  fact: Fact,
): Promise<Takes | null> {
  if (fact.kind === 'account') return readyOf(context, fact.reference);
  if (fact.kind === 'payment') return withCard(context, provider, fact);
  return fact.kind === 'dispute' ? disputed(context, provider, fact) : fact;
}

/** Account events arrive in any order, so the provider is asked for the status. */
async function readyOf(context: Context, reference: string): Promise<Takes | null> {
  const account = await context.db
    .selectFrom('payout_accounts')
    .select('reference')
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!account) return null;
  try {
    return { kind: 'account', ...(await askReady(context, reference)) };
  } catch (error) {
    if (error instanceof AccountGone) return { kind: 'account_gone', reference };
    throw error;
  }
}

async function disputed(
  context: Context,
  provider: PaymentProvider,
  fact: Dispute,
): Promise<Takes | null> {
  const odd = (detail: string): Takes => ({ kind: 'odd', about: fact.reference, detail });
  let checkout_id: string | null;
  try {
    checkout_id = await provider.checkoutOf(fact.payment_reference);
  } catch (error) {
    if (!(error instanceof ProviderError && error.outcome === 'refused')) throw error;
    return odd(`a dispute about ${fact.payment_reference}, which the provider does not know`);
  }
  if (checkout_id === null) return null;
  const checkout =
    z.uuid().safeParse(checkout_id).success &&
    (await context.db
      .selectFrom('checkouts')
      .select(['id', 'payment_reference', 'provider_reference'])
      .where('id', '=', checkout_id)
      .executeTakeFirst());
  if (!checkout) return odd(`a dispute about ${fact.payment_reference}, which is not known here`);
  if (fact.amount_cents < 1 || fact.amount_cents > MAX_CENTS)
    return odd(`a dispute about ${fact.payment_reference}, not of an amount in US cents`);
  const { id, payment_reference, provider_reference } = checkout;
  const isKnown = payment_reference !== null || provider_reference === null;
  const paid = isKnown
    ? null
    : {
        page_reference: provider_reference,
        payment: await provider.payment(provider_reference),
      };
  return { ...fact, checkout_id: id, paid };
}

/** Events do not name the card, which decides a payment at the first-hour price. */
async function withCard(
  { db }: Context,
  provider: PaymentProvider,
  fact: Extract<Fact, { kind: 'payment' }>,
): Promise<Takes> {
  if (fact.payment.status !== 'succeeded' || fact.payment.card !== undefined) return fact;
  if (!z.uuid().safeParse(fact.checkout_id).success) return fact;
  const firstHour = await db
    .selectFrom('checkouts')
    .select('id')
    .where('id', '=', fact.checkout_id)
    .where('discount_cents', '>', 0)
    .executeTakeFirst();
  if (!firstHour) return fact;
  return { ...fact, payment: await provider.payment(fact.page_reference) };
}

/** Takes a fact within the transaction that stores its event. */
async function takeFact(change: Change, provider: string, takes: Takes): Promise<void> {
  switch (takes.kind) {
    case 'payment':
      return takePayment(change, takes.checkout_id, takes);
    case 'expired':
      return takePayment(change, takes.checkout_id, { page_reference: '', payment: EXPIRED });
    case 'refund_failed':
      return takeFailedRefund(change, provider, takes);
    case 'payout_failed':
      return takeFailedPayout(change, provider, takes);
    case 'account':
      return keepReady(change, takes);
    case 'account_gone':
      await stopPaying(change, takes.reference);
      return;
    case 'odd':
      return report(change.tx, { ...takes, kind: 'event_odd' });
    case 'dispute':
      if (takes.paid) await takePayment(change, takes.checkout_id, takes.paid);
      return takeDispute(change, provider, takes);
  }
}

const EXPIRED: Payment = {
  status: 'expired',
  payment_reference: null,
  paid_cents: 0,
  paid_back: false,
};

interface Delivery {
  /** The signed bytes, unparsed. */
  raw: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * Takes a provider's event exactly once: its row and its effects are one transaction, so a repeated
 * delivery waits for the first and finds it done. The provider repeats what fails.
 * @throws Refusal `bad_signature`, `unavailable`
 */
export async function receiveEvent(
  context: Context,
  provider: PaymentProvider,
  { raw, headers }: Delivery,
): Promise<void> {
  const now = new Date();
  // Checked and read as the same text.
  const payload = raw.toString('utf8');
  if (!(await provider.isGenuine(payload, headers, now))) throw new Refusal('bad_signature');
  const event = provider.read(payload);
  const takes = event.fact ? await ask(context, provider, event.fact) : null;
  await change(context, async (change) => {
    const first = await change.tx
      .insertInto('provider_events')
      .values({
        provider: provider.name,
        event_id: event.id,
        kind: event.fact?.kind ?? event.type ?? 'other',
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (first.numInsertedOrUpdatedRows === 1n && takes)
      await takeFact(change, provider.name, takes);
  });
}

/**
 * The provider repeats an event that cannot be completed now.
 * @throws Refusal `unavailable`
 */
async function ask(context: Context, provider: PaymentProvider, fact: Fact): Promise<Takes | null> {
  try {
    return await whatItTakes(context, provider, fact);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'an event could not be completed');
    throw new Refusal('unavailable');
  }
}
