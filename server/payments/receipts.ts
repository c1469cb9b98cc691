import { sql } from 'kysely';
import { receiptNumber } from '#domain/billing.ts';
import { RETENTION_MONTHS } from '#domain/limits.ts';
import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Tx } from '../database/database.ts';
import { asHeld, type BillingRow, milestoneOfRecord, workOfRecord } from '../ledger/records.ts';
import type { Change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';

interface About {
  record: BillingRow;
  kind: 'payment' | 'refund';
  amount_cents: number;
  /** The ledger entry of the payment or refund. */
  entry_key: string;
  /** For a refund that nobody decided. */
  why?: string;
}

/** Numbers a payment or refund, and mails its receipt to the customer. */
export async function issueReceipt(change: Change, about: About): Promise<void> {
  if (change.isTry) return;
  const { record, kind, amount_cents, entry_key } = about;
  const { number } = await change.tx
    .insertInto('receipts')
    .values({ kind, amount_cents, entry_key, billing_record_id: record.id })
    .returning('number')
    .executeTakeFirstOrThrow();
  const payer = await payerOf(change.tx, record);
  if (!payer) return;
  const write = kind === 'payment' ? paymentReceipt : refundReceipt;
  await enqueueMail(change, {
    kind: `${kind}_receipt`,
    to: payer.email,
    ...write({ ...about, what: payer.what, number: receiptNumber(number) }),
    ...(record.ticket_id !== null && {
      button: {
        label: 'View your receipt',
        url: paths.receipt(record.id),
      },
    }),
  });
}

/** Tells a customer that a refund could not go back to where they paid from. */
export function tellRefundFailed(change: Change, record: BillingRow, cents: number): Promise<void> {
  return tellPayer(change, record, {
    kind: 'refund_failed',
    subject: `Your refund of ${formatCents(cents)} could not go back to where you paid from`,
    words: `The refund of ${formatCents(cents)} did not arrive, as when a card or an account was closed. The money is yours. We will write to you about another way to pay it back; you can also answer this mail.`,
  });
}

/** Tells a customer that such a refund was made once more. */
export function tellRefundedAgain(
  change: Change,
  record: BillingRow,
  cents: number,
): Promise<void> {
  return tellPayer(change, record, {
    kind: 'refunded_again',
    subject: `We have refunded your ${formatCents(cents)} once more`,
    words: `Your refund of ${formatCents(cents)} could not go back to where you paid from. We have now made it once more, to where you paid from. Banks usually take 5 to 10 days. If it does not arrive, answer this mail.`,
  });
}

/** Tells a customer that such a refund was paid to them another way. */
export function tellPaidElsewhere(
  change: Change,
  record: BillingRow,
  cents: number,
): Promise<void> {
  return tellPayer(change, record, {
    kind: 'paid_elsewhere',
    subject: `We have paid back your ${formatCents(cents)} another way`,
    words: `Your refund of ${formatCents(cents)} could not go back to where you paid from. We have now paid it back another way.`,
  });
}

async function tellPayer(
  change: Change,
  record: BillingRow,
  { kind, subject, words }: { kind: string; subject: string; words: string },
): Promise<void> {
  const payer = await payerOf(change.tx, record);
  if (!payer) return;
  await enqueueMail(change, { kind, to: payer.email, subject, paragraphs: [payer.what, words] });
}

interface Receipt extends About {
  what: string;
  number: string;
}

/** The parts of the charge: the price with its fee, and the first-hour price. */
function paymentReceipt({ record, amount_cents, what, number }: Receipt) {
  const { price_cents, discount_cents, fee_cents } = asHeld(record);
  const sums = [
    `Price: ${formatCents(price_cents)} (platform fee of ${formatCents(fee_cents)} included)`,
    ...(discount_cents > 0 ? [`First-hour price: -${formatCents(discount_cents)}`] : []),
    `Paid: ${formatCents(amount_cents)}`,
  ];
  return {
    subject: `Receipt ${number} for your payment of ${formatCents(amount_cents)}`,
    paragraphs: [what, sums.join('\n'), 'Your money is held until you approve the work.'],
  };
}

function refundReceipt({ amount_cents, what, number, why }: Receipt) {
  return {
    subject: `Receipt ${number} for your refund of ${formatCents(amount_cents)}`,
    paragraphs: [
      what,
      ...(why === undefined ? [] : [why]),
      `Refunded: ${formatCents(amount_cents)}`,
      'It goes back to where you paid from. Banks usually take 5 to 10 days.',
    ],
  };
}

/**
 * The customer of the request, who has paid where that was removed, or the one that the other program
 * named. None once the account is deleted.
 */
export async function payerOf(
  tx: Tx,
  record: BillingRow,
): Promise<{ email: string; what: string } | undefined> {
  if (record.kind === 'service') {
    const service = await tx
      .selectFrom('service_tickets')
      .select(['customer_email', 'description'])
      .where('billing_record_id', '=', record.id)
      .executeTakeFirstOrThrow();
    return { email: service.customer_email, what: service.description };
  }
  const found = await tx
    .selectFrom('billing_records as b')
    .leftJoin('tickets as t', 't.id', 'b.ticket_id')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .innerJoin('users as u', (join) =>
      join.on(
        sql<boolean>`u.id = coalesce(t.customer_id,
          (select customer_id from checkouts c where c.billing_record_id = b.id limit 1))`,
      ),
    )
    .select(['u.email', 't.id', workOfRecord.milestone_title.as('title')])
    .where('b.id', '=', record.id)
    .executeTakeFirst();
  if (!found) return undefined;
  const request = found.id === null ? REMOVED : `Request #${shortId(found.id)}`;
  return { email: found.email, what: found.title ? `${found.title} (${request})` : request };
}

const REMOVED = `A request that ended more than ${RETENTION_MONTHS} months ago`;
