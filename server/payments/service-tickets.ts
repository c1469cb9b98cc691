import { randomUUID } from 'node:crypto';
import type { BillingRecord } from '#domain/billing.ts';
import { dollarsToCents } from '#domain/money.ts';
import { Refusal } from '#domain/refusals.ts';
import type { ServiceTicketInput } from '#domain/service-ticket.ts';
import type { Reader } from '../database/database.ts';
import { lockRecord } from '../ledger/records.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { teamAddress } from '../mail/team-address.ts';
import { openCheckouts, type PendingCheckout, replaceCheckout } from './commands.ts';
import { askProvider } from './payments.ts';
import { latestCheckout, paymentStatus } from './queries.ts';

/** A billing record without a milestone, for another program of the operator. */
export async function createServiceTicket(
  { tx, config }: Change,
  input: ServiceTicketInput,
): Promise<{ ticket_id: string }> {
  const id = randomUUID();
  const { price, service_provider_email, ...words } = input;
  await tx
    .insertInto('billing_records')
    .values({ id, kind: 'service', held_for: id, price_cents: dollarsToCents(price) ?? 0 })
    .execute();
  await tx
    .insertInto('service_tickets')
    .values({
      ...words,
      billing_record_id: id,
      service_provider_email: service_provider_email || teamAddress(config),
    })
    .execute();
  return { ticket_id: id };
}

/**
 * The checkout of such a record; the same one while it is open.
 * @throws Refusal `not_found`, `milestone_already_paid`
 */
export async function checkoutServiceTicket(change: Change, id: string): Promise<PendingCheckout> {
  const { tx, config } = change;
  const { description } = await serviceTicket(tx, id);
  const record = await lockRecord(tx, id);
  if (record.status !== 'unpaid') throw new Refusal('milestone_already_paid', ALREADY_PAID);
  const open = await openCheckouts(tx, { billing_record_id: id });
  const charge_cents = record.price_cents;
  return replaceCheckout(change, open, {
    order: {
      charge_cents,
      description,
      success_url: `${config.publicUrl}/billing/paid`,
      cancel_url: config.publicUrl,
    },
    checkout: { billing_record_id: id, customer_id: null, charge_cents, discount_cents: 0 },
  });
}

/**
 * The payment status of any billing record, also of a milestone. Programs get no events, so the
 * provider is asked while a payment is pending.
 * @throws Refusal `not_found`; ProviderError
 */
export async function serviceTicketStatus(
  context: Context,
  id: string,
): Promise<BillingRecord['payment_status']> {
  const before = await latestCheckout(context.db, id);
  if (before?.status === 'open') await askProvider(context, before.id);
  const record = await context.db
    .selectFrom('billing_records')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!record) throw new Refusal('not_found', NO_SUCH_TICKET);
  return paymentStatus(record.status, (await latestCheckout(context.db, id))?.status);
}

const ALREADY_PAID = 'This ticket is paid already.';
const NO_SUCH_TICKET = 'There is no such ticket.';

async function serviceTicket(db: Reader, id: string): Promise<{ description: string }> {
  const found = await db
    .selectFrom('service_tickets')
    .select('description')
    .where('billing_record_id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found', NO_SUCH_TICKET);
  return found;
}
