import { firstHourDiscountCents } from '#domain/first-hour.ts';
import { paths } from '#domain/paths.ts';
import { Refusal } from '#domain/refusals.ts';
import { ticketTitle } from '#domain/ticket.ts';
import { linkTo } from '../config/link-to.ts';
import type { Tx } from '../database/database.ts';
import type { Order } from '../database/provider-calls.ts';
import type { Viewer } from '../http/viewer.ts';
import { type Change, change, within } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import {
  type LockedTicket,
  lockPerson,
  lockTicketOfMilestone,
  type PlannedMilestone,
} from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { planCall, runCall, runCallTogether } from './calls.ts';
import { addressHash, firstHourOf, networkHash } from './first-hour.ts';
import { closePage, expireKey } from './holds.ts';
import { ProviderError } from './provider.ts';

/** A provider's page can be paid for a day; one about to expire is not shown again. */
const PAGE_LIVES_MS = 23 * 3_600_000;

/** A checkout to be opened at the provider after the commit. */
export interface PendingCheckout {
  checkout_id: string;
  /** Older checkouts that it replaces. */
  replaced: string[];
}

/** A new milestone's unpaid billing record; the amount is in cents. */
export async function createBillingRecord(
  { tx }: Change,
  milestone: { id: string; ticket_id: string; cost_cents: number },
): Promise<void> {
  await tx
    .insertInto('billing_records')
    .values({
      milestone_id: milestone.id,
      held_for: milestone.id,
      ticket_id: milestone.ticket_id,
      price_cents: milestone.cost_cents,
    })
    .execute();
}

/**
 * `POST /api/milestones/{id}/checkout`.
 * @throws Refusal `milestone_already_paid`, `wrong_state`, `not_your_part`, `not_found`
 */
export async function checkoutMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
  ip?: string,
): Promise<PendingCheckout> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  const { milestone } = await perform(change, locked, {
    action: 'checkout',
    actor: viewer,
    milestoneId,
  });
  if (!milestone) throw new Error('a checkout without a milestone');
  return prepareCheckout(change, locked, milestone, ip);
}

/**
 * Finds or creates the checkout of an unpaid milestone. The request is locked.
 * @param ip where it is opened from, if known
 */
export async function prepareCheckout(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
  ip?: string,
): Promise<PendingCheckout> {
  const { ticket } = locked;
  const billing_record_id = milestone.billing_record_id;
  if (!billing_record_id) throw new Error('a milestone without a billing record');
  const discount_cents = await firstHourDiscount(change, ticket.customer_id, milestone);
  const charge_cents = milestone.cost_cents - discount_cents;
  // While the first-hour price depends on it, of all that they could pay.
  const open = await openCheckouts(
    change.tx,
    discount_cents > 0 ? { customer_id: ticket.customer_id } : { billing_record_id },
  );
  return replaceCheckout(change, open, {
    order: {
      charge_cents,
      description: `${milestone.title} (${ticketTitle(ticket)})`,
      success_url: linkTo(change.config, paths.paidSuccessful(billing_record_id)),
      cancel_url: linkTo(change.config, paths.review(ticket.id, milestone.id)),
    },
    checkout: {
      billing_record_id,
      customer_id: ticket.customer_id,
      charge_cents,
      discount_cents,
      address_hash: await addressHash(within(change), ticket.customer_id),
      network_hash: discount_cents > 0 ? networkHash(change.config, ip) : null,
    },
  });
}

interface Wanted {
  order: Omit<Order, 'checkout_id' | 'group'>;
  checkout: {
    billing_record_id: string;
    customer_id: string | null;
    charge_cents: number;
    discount_cents: number;
    address_hash?: Buffer | null;
    network_hash?: Buffer | null;
  };
}

/**
 * Keeps the wanted one of the open checkouts and closes the others. If there is none, creates one
 * and plans the call that opens it at the provider.
 */
export async function replaceCheckout(
  change: Change,
  open: OpenCheckout[],
  { order, checkout }: Wanted,
): Promise<PendingCheckout> {
  const same = open.find(
    (other) =>
      other.billing_record_id === checkout.billing_record_id &&
      other.charge_cents === checkout.charge_cents &&
      Date.now() - other.created_at.getTime() < PAGE_LIVES_MS,
  );
  const replaced = open.filter((other) => other !== same);
  for (const other of replaced) {
    await change.tx
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('id', '=', other.id)
      .execute();
    await closePage(change, other);
  }
  const { id } = same ?? (await insertCheckout(change, checkout));
  await planCall(change, {
    key: checkoutKey(id),
    provider: change.config.payments,
    checkout_id: id,
    billing_record_id: checkout.billing_record_id,
    request: { kind: 'checkout', checkout_id: id, group: checkout.billing_record_id, ...order },
  });
  const closed = replaced.filter(({ provider_reference }) => provider_reference !== null);
  return { checkout_id: id, replaced: closed.map((other) => other.id) };
}

/**
 * Opens a checkout at the provider and returns the page to pay on. Not within a transaction;
 * repeating it after a crash opens the same page.
 * @throws Refusal `provider_unavailable`, `amount_not_payable`, `money_changed`
 */
export async function openAtProvider(
  context: Context,
  pending: PendingCheckout,
): Promise<{ checkout_url: string }> {
  // Jobs close them too; sooner is better, so that nobody pays on the wrong page.
  for (const id of pending.replaced) await closeReplaced(context, id);
  await requireOpen(context, pending.checkout_id);
  try {
    const { state, url } = await runCallTogether(context, checkoutKey(pending.checkout_id));
    await requireOpen(context, pending.checkout_id);
    if (state === 'pending') throw new Refusal('provider_unavailable');
    if (url === null) throw new Refusal('amount_not_payable');
    return { checkout_url: url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn({ err: error }, 'a checkout could not be opened');
    throw new Refusal(error.outcome === 'refused' ? 'amount_not_payable' : 'provider_unavailable');
  }
}

/**
 * A change of the plan closes a checkout, also one whose page was still to be opened: nobody is to pay on it.
 * @throws Refusal `money_changed`
 */
async function requireOpen(context: Context, id: string): Promise<void> {
  const checkout = await context.db
    .selectFrom('checkouts')
    .select(['id', 'provider', 'provider_reference', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (checkout.status !== 'expired') return;
  await change(context, (change) => closePage(change, checkout));
  throw new Refusal('money_changed');
}

async function closeReplaced(context: Context, checkoutId: string): Promise<void> {
  await runCall(context, expireKey(checkoutId)).catch((error: unknown) =>
    context.log.warn({ err: error }, 'a replaced checkout could not be closed yet'),
  );
}

function checkoutKey(checkoutId: string): string {
  return `checkout:${checkoutId}`;
}

/** In cents. Locks the customer, so that only one of two simultaneous checkouts gets it. */
async function firstHourDiscount(
  change: Change,
  customerId: string,
  milestone: PlannedMilestone,
): Promise<number> {
  await lockPerson(change.tx, customerId);
  if ((await firstHourOf(within(change), customerId)) !== 'applies') return 0;
  return firstHourDiscountCents(milestone.hourly_rate_cents, milestone.cost_cents);
}

type OpenCheckout = Awaited<ReturnType<typeof openCheckouts>>[number];

/** Of one billing record, or of all of a customer's; newest first. */
export function openCheckouts(
  tx: Tx,
  whose: { billing_record_id: string } | { customer_id: string },
) {
  return tx
    .selectFrom('checkouts')
    .select(['id', 'billing_record_id', 'charge_cents', 'provider', 'provider_reference'])
    .select('created_at')
    .where('status', '=', 'open')
    .where(({ and }) => and(whose))
    .orderBy('created_at', 'desc')
    .execute();
}

function insertCheckout(
  { tx, config }: Change,
  checkout: Wanted['checkout'],
): Promise<{ id: string }> {
  return tx
    .insertInto('checkouts')
    .values({ ...checkout, provider: config.payments })
    .returning('id')
    .executeTakeFirstOrThrow();
}
