import type { EntryKind, LedgerLine } from './ledger.ts';
import { feeOfPart, formatCents } from './money.ts';
import type {
  MoneyPlaces,
  Moved,
  SharedMoney,
  SharedPart,
  ShownMoney,
  StepMoney,
  StepPlaces,
} from './record-money-schemas.ts';

// All that screens, mails and lists say about a payment is computed here, from its billing record and
// ledger lines: from all its entries where it is now, from some of them what a step moved.

/** A ledger line with its entry's kind. */
export interface BookedLine extends LedgerLine {
  kind: EntryKind;
}

/** The fields of a billing record that words need; amounts in cents. */
export interface RecordFacts {
  price_cents: number;
  /** The platform's part of the price. */
  discount_cents: number;
  /** Of the whole price; null before it is held. */
  fee_cents: number | null;
  /** Approved part of the price, to be released after a review. */
  awarded_cents: number | null;
  /** Whose it is once it is released; null while the request has no developer. */
  developer_id: string | null;
}

export const NOTHING_MOVED: Moved = {
  price_cents: 0,
  paid_cents: 0,
  shares: {},
  kept_cents: 0,
  refunded_cents: 0,
  developers: {},
  fee_cents: 0,
  borne_cents: 0,
};

/** Kinds of entries that return money to a customer. */
const BACK: readonly EntryKind[] = ['refund', 'split', 'case_refund', 'dispute_lost'];

/** What some entries of a billing record moved; for all its entries, where its money is. */
export function movedBy(record: RecordFacts, lines: readonly BookedLine[]): Moved {
  const { price_cents, discount_cents, developer_id } = record;
  const sum = (which: (line: BookedLine) => boolean) =>
    lines.reduce((total, line) => total + (which(line) ? line.amount_cents : 0), 0);
  const came = sum(({ account, amount_cents }) => account === 'held' && amount_cents > 0);
  const went = -sum(({ account, amount_cents }) => account === 'held' && amount_cents < 0);
  const charge_cents = price_cents - discount_cents;
  const back =
    sum(({ account, kind }) => account === 'refunds' && BACK.includes(kind)) +
    sum(({ account, kind }) => account === 'disputes' && kind === 'dispute_lost');
  // A bank may also take back a refunded payment: then the customer has it twice, and we have lost it.
  const refunded_cents = Math.min(back, charge_cents);
  const isHeld = came > went;
  const share_cents = isHeld ? shareOf(record) : 0;
  return {
    price_cents: isHeld ? price_cents : 0,
    paid_cents: isHeld ? charge_cents : 0,
    shares: share_cents > 0 && developer_id !== null ? { [developer_id]: share_cents } : {},
    kept_cents: went > 0 ? Math.max(0, charge_cents - refunded_cents) : 0,
    refunded_cents,
    developers: developersIn(lines),
    fee_cents: sum(({ account }) => account === 'fees'),
    borne_cents: -sum(({ account }) => account === 'losses'),
  };
}

/** The developer's part of a held record once it is released, in cents: less the fee. */
export function shareOf({
  price_cents,
  fee_cents,
  awarded_cents,
}: Pick<RecordFacts, 'price_cents' | 'fee_cents' | 'awarded_cents'>): number {
  const part_cents = awarded_cents ?? price_cents;
  return part_cents - feeOfPart({ price_cents, fee_cents: fee_cents ?? 0 }, part_cents);
}

function developersIn(lines: readonly BookedLine[]): Record<string, number> {
  const developers: Record<string, number> = {};
  for (const { account, owner_id, amount_cents } of lines) {
    if (account !== 'developer' || owner_id === null) continue;
    developers[owner_id] = (developers[owner_id] ?? 0) + amount_cents;
  }
  return developers;
}

/** The developers whose balance a step changed. */
export function developersMoved({ developers }: Pick<Moved, 'developers'>): string[] {
  return Object.keys(developers).filter((id) => developers[id] !== 0);
}

/** The sum of several records. */
export function allMoved(each: readonly Moved[]): Moved {
  const total = (of: (moved: Moved) => number) => each.reduce((sum, moved) => sum + of(moved), 0);
  return {
    price_cents: total(({ price_cents }) => price_cents),
    paid_cents: total(({ paid_cents }) => paid_cents),
    shares: added(each.map(({ shares }) => shares)),
    kept_cents: total(({ kept_cents }) => kept_cents),
    refunded_cents: total(({ refunded_cents }) => refunded_cents),
    developers: added(each.map(({ developers }) => developers)),
    fee_cents: total(({ fee_cents }) => fee_cents),
    borne_cents: total(({ borne_cents }) => borne_cents),
  };
}

function added(each: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [id, cents] of each.flatMap((one) => Object.entries(one)))
    sums[id] = (sums[id] ?? 0) + cents;
  return sums;
}

/**
 * For one side: the customer in what they paid, the developer in their share, a moderator in prices,
 * with the fee and the platform's part.
 */
export function placesFor(
  viewer: { side: 'customer' | 'developer' | 'moderator'; id: string },
  moved: Moved,
): MoneyPlaces {
  const { price_cents, paid_cents, shares, kept_cents, refunded_cents, developers } = moved;
  switch (viewer.side) {
    case 'customer':
      return { held_cents: paid_cents, released_cents: kept_cents, refunded_cents };
    case 'developer':
      return {
        held_cents: shares[viewer.id] ?? 0,
        released_cents: developers[viewer.id] ?? 0,
        refunded_cents,
      };
    case 'moderator':
      return {
        held_cents: price_cents,
        released_cents: moved.fee_cents + sumOf(developers),
        refunded_cents,
      };
  }
}

export type MoneyViewer = Parameters<typeof placesFor>[0];

/** The money that a step moved, for one side; null for nothing. */
export function stepPlaces(viewer: MoneyViewer, stored: StepMoney | null): StepPlaces | null {
  if (stored === null) return null;
  const { waiting, ...now } = stored;
  const places = {
    ...placesFor(viewer, now),
    waiting: waiting ? placesFor(viewer, waiting) : null,
  };
  return stepMoneyWords(places) === null ? null : places;
}

export function isNothing(moved: StepMoney): boolean {
  return shownIsZero(shownMoney(moved, moved.price_cents)) && moved.borne_cents === 0;
}

function shownIsZero(shown: ShownMoney): boolean {
  return Object.values(shown).every((cents) => cents === 0);
}

export const NO_MONEY: MoneyPlaces = { held_cents: 0, released_cents: 0, refunded_cents: 0 };

/** On all screens, for money that waits for a review. */
export const WAITS_FOR_LOOK = 'waits for a moderator’s look';
export const ONCE_LOOKED_AT = 'once its payment was looked at';

/** "Held $100.00", or "$40.00 released, $60.00 refunded"; null where there is no money. */
export function moneyWords({
  held_cents,
  released_cents,
  refunded_cents,
}: MoneyPlaces): string | null {
  const parts = [
    held_cents > 0 && `Held ${formatCents(held_cents)}`,
    released_cents > 0 && `${formatCents(released_cents)} released`,
    released_cents < 0 && `${formatCents(-released_cents)} taken back`,
    refunded_cents > 0 && `${formatCents(refunded_cents)} refunded`,
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}

/** The same for one payment, which may wait for a review. */
export function paymentWords(
  places: MoneyPlaces & { payment_in_review: boolean; waiting: MoneyPlaces | null },
): string | null {
  const words = moneyWords(places);
  if (!places.payment_in_review || words === null) return words;
  const then = places.waiting && moneyWords(places.waiting);
  return `${words}, ${WAITS_FOR_LOOK}${then ? `, then ${then}` : ''}`;
}

/** "Your money stays held: $100.00", while a moderator has the request. */
export function heldWords({ held_cents }: MoneyPlaces): string {
  return held_cents > 0
    ? `Your money stays held: ${formatCents(held_cents)}`
    : 'No money is held for it';
}

/** For the middle of a sentence. */
export function midSentence(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The money that a step moved, as one line; null where it moved none of this side's. */
export function stepMoneyWords({ waiting, ...places }: StepPlaces): string | null {
  const now = moneyWords(places);
  const then = waiting && moneyWords(waiting);
  if (!then) return now;
  return [now, `${then} ${ONCE_LOOKED_AT}`].filter(Boolean).join(', ');
}

/** For both sides of a step. */
export function sharedMoney({ waiting, ...now }: StepMoney): SharedMoney {
  return { ...sharedPart(now), waiting: waiting ? sharedPart(waiting) : null };
}

function sharedPart(moved: Moved): SharedPart {
  const released_cents = Math.max(0, moved.fee_cents + sumOf(moved.developers));
  const borne_cents = Math.max(0, released_cents - moved.kept_cents);
  return { released_cents, refunded_cents: moved.refunded_cents, borne_cents };
}

/** "$40.00 released, $60.00 refunded"; null where no money moved. */
export function sharedWords({ waiting, ...now }: SharedMoney): string | null {
  const then = waiting && sharedPartWords(waiting);
  const words = [sharedPartWords(now), then && `${then} ${ONCE_LOOKED_AT}`];
  const borne_cents = now.borne_cents + (waiting?.borne_cents ?? 0);
  const borne = `; Unblock bears ${formatCents(borne_cents)} of what is released`;
  return `${words.filter(Boolean).join(', ')}${borne_cents > 0 ? borne : ''}` || null;
}

function sharedPartWords({ released_cents, refunded_cents }: SharedPart): string {
  return [
    released_cents > 0 && `${formatCents(released_cents)} released`,
    refunded_cents > 0 && `${formatCents(refunded_cents)} refunded`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The money that a step moved, in sentences to one side. */
export function ownWords(
  side: 'customer' | 'developer',
  { waiting, ...now }: StepPlaces,
): string[] {
  const then = waiting ? ownWords(side, { ...waiting, waiting: null }) : [];
  const { released_cents, refunded_cents } = now;
  const mine =
    side === 'customer'
      ? [
          refunded_cents > 0 && `You get ${formatCents(refunded_cents)} back.`,
          released_cents > 0 &&
            `${formatCents(released_cents)} of what you paid is released to the unblocker.`,
        ]
      : [
          released_cents > 0 && `You get ${formatCents(released_cents)}.`,
          released_cents < 0 && `${formatCents(-released_cents)} is taken from what you earned.`,
          refunded_cents > 0 && `${formatCents(refunded_cents)} goes back to the customer.`,
        ];
  return [
    ...mine.filter((sentence) => sentence !== false),
    ...(then.length > 0 ? [`Once its payment was looked at: ${then.join(' ')}`] : []),
  ];
}

/** Names for the consequences of a decision. */
interface Named {
  customer: string;
  developer: (id: string) => string;
}

/** The consequences of a decision for each side, in sentences: "Maya gets $60.00 back." */
export function consequences(
  { waiting, ...now }: StepMoney,
  { held_cents, names }: { held_cents: number; names: Named },
): string[] {
  const then = waiting ? whoGets(waiting, names) : [];
  const stays = held_cents > 0 ? [`${formatCents(held_cents)} stays held.`] : [];
  const first = whoGets(now, names);
  return [
    ...(first.length > 0 ? first : ['No money moves by it.']),
    ...(then.length > 0 ? [`Once its payment was looked at: ${then.join(' ')}`] : []),
    ...stays,
  ];
}

function whoGets(moved: Moved, { customer, developer }: Named): string[] {
  const { refunded_cents, fee_cents, borne_cents } = moved;
  const shares = Object.entries(moved.developers).filter(([, cents]) => cents !== 0);
  const each = shares.map(([id, cents]) => {
    const name = developer(id);
    return cents > 0
      ? `${name} gets ${formatCents(cents)}`
      : `${name} gives back ${formatCents(-cents)}`;
  });
  const fee =
    fee_cents > 0
      ? `the fee is ${formatCents(fee_cents)}`
      : fee_cents < 0
        ? `${formatCents(-fee_cents)} of the fee is given up`
        : null;
  const sides = [...each, ...(fee === null ? [] : [fee])];
  return [
    ...(refunded_cents > 0 ? [`${customer} gets ${formatCents(refunded_cents)} back.`] : []),
    ...(sides.length > 0 ? [`${sides.join('; ')}.`] : []),
    ...(borne_cents > 0 ? [`Unblock bears ${formatCents(borne_cents)}.`] : []),
  ];
}

/** The amounts of a decision, with those after a review. */
export function shownMoney({ waiting, ...now }: StepMoney, held_cents: number): ShownMoney {
  const { refunded_cents, developers, fee_cents } = allMoved(waiting ? [now, waiting] : [now]);
  return {
    customer_cents: refunded_cents,
    developer_cents: sumOf(developers),
    fee_cents,
    held_cents,
  };
}

function sumOf(each: Readonly<Record<string, number>>): number {
  return Object.values(each).reduce((sum, cents) => sum + cents, 0);
}

interface Split {
  milestone_title: string;
  customer_cents: number;
  developer_cents: number;
}

/** A split of held money per milestone: what each side gets. */
export function splitWords(splits: readonly Split[]): string {
  return splits
    .map(
      (of) =>
        `${formatCents(of.customer_cents)} of “${of.milestone_title}” back to the customer, ${formatCents(of.developer_cents)} to the unblocker`,
    )
    .join('; ');
}
