import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { DB } from '../../database/schema.ts';
import type {
  Fact,
  Moved,
  Movement,
  Payment,
  PaymentProvider,
  ProviderEvent,
} from '../provider.ts';
import { ProviderError } from '../provider.ts';
import { isSigned } from '../signature.ts';

/**
 * Our own provider that moves no real money. It keeps its own books in the `sandbox_` tables, and
 * the marketplace learns of a payment as from any other provider: by a signed event, or by asking.
 */
export function sandboxProvider(
  db: Database,
  config: Pick<Config, 'publicUrl' | 'jwtKey'>,
): PaymentProvider {
  return {
    name: 'sandbox',
    onboards: false,
    isGenuine: (payload, headers, now) =>
      isSigned(payload, headers['sandbox-signature'], sandboxSecret(config), now),
    open: async ({ checkout_id, charge_cents, description, success_url, cancel_url }) => {
      const reference = pageReference(checkout_id);
      await db
        .insertInto('sandbox_payments')
        .values({
          reference,
          checkout_id,
          description,
          cancel_url,
          amount_cents: charge_cents,
          return_url: success_url,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { reference, url: `${config.publicUrl}/sandbox/checkout/${reference}` };
    },
    payment: (reference) => paymentOf(db, reference),
    expire: async (reference) => {
      await db
        .updateTable('sandbox_payments')
        .set({ status: 'expired' })
        .where('reference', '=', reference)
        .where('status', 'in', ['open', 'declined'])
        .execute();
    },
    checkoutOf: async (paymentReference) => {
      const found = await db
        .selectFrom('sandbox_payments')
        .select('checkout_id')
        .where('reference', '=', paymentReference)
        .executeTakeFirst();
      return found?.checkout_id ?? null;
    },
    refund: (refund, key) => refundInSandbox(db, refund, key),
    transfer: ({ account, amount_cents, group }, key) =>
      move(db, { key, kind: 'transfer', subject: `${account}/${group}`, amount_cents }),
    reverse: ({ transfer_reference, amount_cents }, key) =>
      move(db, { key, kind: 'reversal', subject: transfer_reference, amount_cents }),
    payOut: ({ account, amount_cents }, key) =>
      move(db, { key, kind: 'payout', subject: account, amount_cents }),
    openAccount: async ({ id }) => ({ reference: `sandbox_account_${id}` }),
    isReady: async () => true,
    onboardingUrl: async () => null,
    accountUrl: async () => null,
    find: (_sought, key) => findMove(db, key),
    movements: (since) => movementsInSandbox(db, since),
    read: (payload) => JSON.parse(payload) as ProviderEvent,
  };
}

/** Signs the sandbox's events; the same on every server of one operator. */
export function sandboxSecret({ jwtKey }: Pick<Config, 'jwtKey'>): string {
  const key = hkdfSync('sha256', jwtKey.d ?? '', '', 'sandbox webhooks', 32);
  return Buffer.from(key).toString('base64url');
}

/** The sandbox's reference of a checkout's page and of its payment. */
export function pageReference(checkoutId: string): string {
  return `sandbox_${checkoutId}`;
}

/** A payment in the sandbox; a delayed one succeeds after a while. */
async function paymentOf(db: Database, reference: string): Promise<Payment> {
  await succeedDelayed(db);
  const row = await db
    .selectFrom('sandbox_payments')
    .select(['status', 'amount_cents', 'refunded_cents', 'card_fingerprint'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  const succeeded = row?.status === 'succeeded';
  return {
    status: row?.status ?? 'expired',
    payment_reference: succeeded ? reference : null,
    paid_cents: succeeded ? row.amount_cents : 0,
    paid_back: succeeded && row.refunded_cents === row.amount_cents,
    card: row?.card_fingerprint ?? null,
  };
}

/** A card's fingerprint, as the number is not stored; null without a number. */
export function cardFingerprint(config: Pick<Config, 'jwtKey'>, number: string): string | null {
  if (number === '') return null;
  return createHmac('sha256', sandboxSecret(config)).update(number).digest('base64url');
}

/** Pays once, now or after a while; also true when it was paid before, such as in another tab. */
export async function payInSandbox(
  db: Database,
  reference: string,
  { delayMs = 0, card = null }: { delayMs?: number; card?: string | null } = {},
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const paid = await tx
      .updateTable('sandbox_payments')
      .set({
        card_fingerprint: card,
        ...(delayMs > 0
          ? { status: 'processing', succeeds_at: new Date(Date.now() + delayMs) }
          : { status: 'succeeded' }),
      })
      .where('reference', '=', reference)
      .where('status', 'in', ['open', 'declined'])
      .returning(['reference', 'checkout_id', 'amount_cents', 'card_fingerprint'])
      .executeTakeFirst();
    if (paid && delayMs === 0) await announcePayment(tx, paid);
    return paid !== undefined || isPaid(tx, reference);
  });
}

async function isPaid(tx: Tx, reference: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('sandbox_payments')
    .select('reference')
    .where('reference', '=', reference)
    .where('status', 'in', ['succeeded', 'processing'])
    .executeTakeFirst();
  return paid !== undefined;
}

/** The Decline button: the page stays open and can still be paid. */
export async function declineInSandbox(db: Database, reference: string): Promise<void> {
  await db
    .updateTable('sandbox_payments')
    .set({ status: 'declined' })
    .where('reference', '=', reference)
    .where('status', '=', 'open')
    .execute();
}

/** Completes delayed payments that are due. */
export async function succeedDelayed(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const due = await tx
      .updateTable('sandbox_payments')
      .set({ status: 'succeeded', succeeds_at: null })
      .where('succeeds_at', '<=', new Date())
      .returning(['reference', 'checkout_id', 'amount_cents', 'card_fingerprint'])
      .execute();
    for (const payment of due) await announcePayment(tx, payment);
  });
}

async function announcePayment(
  tx: Tx,
  paid: Pick<
    Selectable<DB['sandbox_payments']>,
    'reference' | 'checkout_id' | 'amount_cents' | 'card_fingerprint'
  >,
): Promise<void> {
  await announce(tx, {
    kind: 'payment',
    checkout_id: paid.checkout_id,
    page_reference: paid.reference,
    payment: {
      status: 'succeeded',
      payment_reference: paid.reference,
      paid_cents: paid.amount_cents,
      paid_back: false,
      card: paid.card_fingerprint,
    },
  });
}

/** An event waits in the sandbox's books until it is delivered. */
async function announce(tx: Tx, fact: Fact): Promise<void> {
  const event: ProviderEvent = { id: `sandbox_event_${randomUUID()}`, fact };
  await tx
    .insertInto('sandbox_events')
    .values({ id: event.id, payload: JSON.stringify(event) })
    .execute();
}

interface Move {
  key: string;
  kind: 'refund' | 'transfer' | 'reversal' | 'payout';
  subject: string;
  amount_cents: number;
}

/** A repeated key is the same movement. */
async function move(db: Pick<Database, 'insertInto' | 'selectFrom'>, row: Move): Promise<Moved> {
  const reference = `sandbox_${row.kind}_${randomUUID()}`;
  const added = await db
    .insertInto('sandbox_moves')
    .values({ ...row, reference })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 1n) return { reference };
  const first = await findMove(db, row.key);
  if (!first) throw new ProviderError('again', 'the sandbox has lost a move');
  return first;
}

async function findMove(db: Pick<Database, 'selectFrom'>, key: string): Promise<Moved | null> {
  const found = await db
    .selectFrom('sandbox_moves')
    .select('reference')
    .where('key', '=', key)
    .executeTakeFirst();
  return found ?? null;
}

async function refundInSandbox(
  db: Database,
  { payment_reference, amount_cents }: { payment_reference: string; amount_cents: number },
  key: string,
): Promise<Moved> {
  return db.transaction().execute(async (tx) => {
    // Locks the payment, so that two refunds at once cannot exceed it.
    const payment = await tx
      .selectFrom('sandbox_payments')
      .select(['status', sql<number>`amount_cents - refunded_cents`.as('left')])
      .where('reference', '=', payment_reference)
      .forUpdate()
      .executeTakeFirst();
    const before = await findMove(tx, key);
    if (before) return before;
    if (payment?.status !== 'succeeded' || payment.left < amount_cents)
      throw new ProviderError('refused', 'the sandbox does not hold so much of this payment');
    await tx
      .updateTable('sandbox_payments')
      .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', amount_cents) }))
      .where('reference', '=', payment_reference)
      .execute();
    return move(tx, { key, kind: 'refund', subject: payment_reference, amount_cents });
  });
}

/** All of the sandbox is ours. */
async function* movementsInSandbox(db: Database, since: Date): AsyncIterable<Movement> {
  const { rows } = await sql<Movement>`
    select 'payment' as kind, reference, amount_cents, checkout_id, null as key,
        null as payment_reference
      from sandbox_payments where status = 'succeeded' and created_at >= ${since}
    union all select kind, reference, amount_cents, null, key,
        case kind when 'refund' then subject end
      from sandbox_moves where created_at >= ${since}`.execute(db);
  yield* rows;
}
