import { sql } from 'kysely';
import { z } from 'zod';
import { isLookedInto, openFindings, report, resolve } from '../ledger/findings.ts';
import type { Context } from '../lifecycle/context.ts';
import { askProvider } from './payments.ts';
import type { Movement } from './provider.ts';
import { providerOf } from './providers.ts';
import { askForForgotten } from './refunds-by-hand.ts';
import { takeByHand } from './take-by-hand.ts';

/** Longer than banks take to return money. */
const LATELY_MS = 40 * 86_400_000;
const FINDING = 'provider_differs';
const WORDS: Record<Movement['kind'], string> = {
  payment: 'paid',
  refund: 'paid back',
  transfer: 'transferred',
  reversal: 'taken back',
  payout: 'paid out',
};

/** Identifies a movement: `refund re_1`. */
type Name = string;

/** As it is in our books. */
interface Booked {
  kind: Movement['kind'];
  reference: string;
  amount_cents: number;
}

/**
 * Compares each payment, refund, transfer, reversal and payout of the last weeks, or of all time,
 * with the provider's, in both directions: what is missing on one side, or has another amount, is a
 * finding until it is no longer found. A payment that we missed is taken now, and a refund that was
 * refused and looked into is asked for again.
 * @throws ProviderError when the provider does not list everything
 */
export async function compareWithProvider(
  context: Context,
  { everything = false }: { everything?: boolean } = {},
): Promise<void> {
  const since = everything ? new Date(0) : new Date(Date.now() - LATELY_MS);
  // Ours first: what happens meanwhile is then found at the provider.
  const ours = new Map((await booked(context, since)).map((each) => [nameOf(each), each]));
  const theirs = await movedAtProvider(context, since);
  const differing = new Map<Name, string>();
  for (const movement of theirs.values()) {
    const here = await amountHere(context, movement, ours);
    if (here === 0 && hasGoneBack(movement, theirs)) continue;
    if (here !== movement.amount_cents) differing.set(nameOf(movement), words(movement, here));
  }
  for (const [name, each] of ours) {
    if (!theirs.has(name) && (await isStillBooked(context, each)))
      differing.set(name, words({ ...each, amount_cents: 0 }, each.amount_cents));
  }
  for (const [about, detail] of differing)
    await report(context.db, { kind: FINDING, about, detail });
  const isMended = (about: Name) =>
    !differing.has(about) && (everything || ours.has(about) || theirs.has(about));
  const open = await openFindings(context.db, FINDING);
  await resolve(context.db, FINDING, open.filter(isMended));
  await askForForgotten(context);
}

function nameOf({ kind, reference }: Pick<Movement, 'kind' | 'reference'>): Name {
  return `${kind} ${reference}`;
}

function words({ kind, amount_cents }: Booked, here: number): string {
  return `${WORDS[kind]}: ${amount_cents} cents at the provider, ${here} here`;
}

/**
 * Completed movements in our books, of one kind or since then; reversals with their transfers, as
 * the provider lists them.
 */
async function booked(context: Context, since: Date, only?: Booked): Promise<Booked[]> {
  const { name } = providerOf(context);
  const { rows } = await sql<Booked>`
    select * from (
      select 'payment' as kind, payment_reference as reference, charge_cents as amount_cents
        from checkouts where provider = ${name} and payment_reference is not null
          and created_at >= ${since}
      union all select c.kind, c.reference, c.amount_cents from provider_calls c
        left join provider_calls t on t.provider = c.provider and t.kind = 'transfer'
          and t.reference = c.request ->> 'transfer_reference'
        where c.provider = ${name} and c.state = 'done' and c.amount_cents is not null
          and coalesce(t.created_at, c.created_at) >= ${since}) done
    ${only ? sql`where kind = ${only.kind} and reference = ${only.reference}` : sql``}`.execute(
    context.db,
  );
  return rows;
}

async function isStillBooked(context: Context, each: Booked): Promise<boolean> {
  return (await booked(context, new Date(0), each)).length > 0;
}

/** Leaves out what other programs do with the same account. */
async function movedAtProvider(context: Context, since: Date): Promise<Map<Name, Movement>> {
  const moved = new Map<Name, Movement>();
  const provider = providerOf(context);
  for await (const each of provider.movements(since, await accountsOf(context)))
    moved.set(nameOf(each), each);
  return moved;
}

/** Of all developers, also former ones. */
async function accountsOf(context: Context): Promise<string[]> {
  const { name } = providerOf(context);
  const { rows } = await sql<{ reference: string }>`
    select reference from payout_accounts where provider = ${name}
    union select reference from provider_calls
      where provider = ${name} and kind = 'account' and state = 'done'`.execute(context.db);
  return rows.map(({ reference }) => reference);
}

/** A payment that is not in our books, and that somebody has paid back at the provider. */
function hasGoneBack(
  { kind, reference, amount_cents }: Movement,
  theirs: ReadonlyMap<Name, Movement>,
): boolean {
  if (kind !== 'payment') return false;
  const back = theirs.values().filter(({ payment_reference }) => payment_reference === reference);
  return back.reduce((sum, refund) => sum + refund.amount_cents, 0) === amount_cents;
}

/** The amount booked here; the movement's own amount where it is not ours to judge, yet or ever. */
async function amountHere(
  context: Context,
  movement: Movement,
  ours: Map<Name, Booked>,
): Promise<number> {
  const before = ours.get(nameOf(movement));
  if (before?.amount_cents === movement.amount_cents) return before.amount_cents;
  const now = await lookAgain(context, movement);
  if (now) return now.amount_cents;
  const isAccepted = await isLookedInto(context.db, FINDING, nameOf(movement));
  if (await takeByHand(context, movement, isAccepted)) return movement.amount_cents;
  if (isAccepted && movement.kind !== 'payment') return movement.amount_cents;
  if (await isUnderWay(context, movement)) return movement.amount_cents;
  return (await isForeign(context, movement)) ? movement.amount_cents : 0;
}

/**
 * Looks again, as it may be booked by now, or no more; a payment is taken when the provider is asked
 * about it.
 */
async function lookAgain(context: Context, movement: Movement): Promise<Booked | undefined> {
  const [now] = await booked(context, new Date(0), movement);
  if (now || movement.kind !== 'payment') return now;
  const id = z.uuid().safeParse(movement.checkout_id);
  if (!id.success) return undefined;
  await askProvider(context, id.data).catch((error: unknown) =>
    context.log.warn({ err: error, about: id.data }, 'a payment could not be taken'),
  );
  const [taken] = await booked(context, new Date(0), movement);
  return taken;
}

/** A call whose answer is not known yet: other alarms watch its age, and a retry will tell. */
async function isUnderWay({ db }: Context, { kind, key }: Movement): Promise<boolean> {
  if (key === null || kind === 'payment') return false;
  const call = await db
    .selectFrom('provider_calls')
    .select('key')
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return call !== undefined;
}

/** A refund of a payment that is not ours. */
async function isForeign({ db }: Context, movement: Movement): Promise<boolean> {
  if (movement.kind !== 'refund') return false;
  const checkout = await db
    .selectFrom('checkouts')
    .select('id')
    .where('payment_reference', '=', movement.payment_reference ?? '')
    .executeTakeFirst();
  return checkout === undefined;
}
