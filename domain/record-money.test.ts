import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseLines, holdLines, lostHeldLines, settleLines } from './ledger.ts';
import {
  allMoved,
  type BookedLine,
  consequences,
  moneyWords,
  movedBy,
  ownWords,
  paymentWords,
  placesFor,
  type RecordFacts,
  sharedMoney,
  sharedWords,
  shownMoney,
  stepMoneyWords,
} from './record-money.ts';

const ANA = 'ana';
const facts: RecordFacts = {
  price_cents: 10_000,
  discount_cents: 2500,
  fee_cents: 1000,
  awarded_cents: null,
  developer_id: ANA,
};
const held = { ...facts, held_for: 'm', fee_cents: 1000 };
const booked = (kind: BookedLine['kind'], lines: readonly Omit<BookedLine, 'kind'>[]) =>
  lines.map((line): BookedLine => ({ ...line, kind }));
const hold = booked('hold', holdLines(held));
const split = (released_cents: number) =>
  booked('split', settleLines(held, { released_cents, developer_id: ANA }));
const names = { customer: 'Maya', developer: () => 'Ana' };
const sides = (lines: readonly BookedLine[], record = facts) => {
  const moved = movedBy(record, lines);
  return {
    customer: moneyWords(placesFor({ side: 'customer', id: 'maya' }, moved)),
    developer: moneyWords(placesFor({ side: 'developer', id: ANA }, moved)),
    moderator: moneyWords(placesFor({ side: 'moderator', id: '' }, moved)),
  };
};

describe('what is said of a payment', () => {
  test('is what each side counts: what was paid, what is earned, and the price', () => {
    expect(sides([])).toEqual({ customer: null, developer: null, moderator: null });
    expect(sides(hold)).toEqual({
      customer: 'Held $75.00',
      developer: 'Held $90.00',
      moderator: 'Held $100.00',
    });
    expect(sides([...hold, ...split(4000)])).toEqual({
      customer: '$15.00 released, $60.00 refunded',
      developer: '$36.00 released, $60.00 refunded',
      moderator: '$40.00 released, $60.00 refunded',
    });
  });

  test('is nobody’s but the one’s who earned it', () => {
    const moved = movedBy(facts, [...hold, ...split(4000)]);
    expect(placesFor({ side: 'developer', id: 'dan' }, moved)).toMatchObject({ released_cents: 0 });
  });

  test('tells what was given back after the release, whoever bears it', () => {
    const back = { cents: 7500, before_cents: 0 };
    const given = (borne_by: 'developer' | 'platform') =>
      booked('case_refund', caseLines(held, back, { developer_id: ANA, borne_by }, 'refunds'));
    const released = [...hold, ...split(10_000)];
    expect(sides([...released, ...given('developer')])).toEqual({
      customer: '$75.00 refunded',
      developer: '$22.50 released, $75.00 refunded',
      moderator: '$25.00 released, $75.00 refunded',
    });
    expect(sides([...released, ...given('platform')])).toMatchObject({
      customer: '$75.00 refunded',
      developer: '$90.00 released, $75.00 refunded',
    });
    expect(consequences(movedBy(facts, given('platform')), { held_cents: 0, names })).toEqual([
      'Maya gets $75.00 back.',
      '$7.50 of the fee is given up.',
      'Unblock bears $67.50.',
    ]);
    expect(consequences(movedBy(facts, given('developer')), { held_cents: 0, names })).toEqual([
      'Maya gets $75.00 back.',
      'Ana gives back $67.50; $7.50 of the fee is given up.',
    ]);
  });

  test('counts what a bank took back as refunded', () => {
    expect(sides([...hold, ...booked('dispute_lost', lostHeldLines(held, 7400))])).toEqual({
      customer: '$75.00 refunded',
      developer: '$75.00 refunded',
      moderator: '$75.00 refunded',
    });
  });

  test('never calls money released that waits for a look', () => {
    const record = { ...facts, awarded_cents: 4000 };
    const moved = movedBy(record, hold);
    const after = movedBy(record, split(4000));
    const viewer = { side: 'customer', id: 'maya' } as const;
    const said = { ...placesFor(viewer, moved), payment_in_review: true };
    expect(paymentWords({ ...said, waiting: null })).toBe(
      'Held $75.00, waits for a moderator’s look',
    );
    expect(paymentWords({ ...said, waiting: placesFor(viewer, after) })).toBe(
      'Held $75.00, waits for a moderator’s look, then $15.00 released, $60.00 refunded',
    );
  });
});

describe('what is said of a step', () => {
  test('is what it moved, and what follows from it later', () => {
    const now = movedBy(facts, split(4000));
    expect(sharedWords(sharedMoney(now))).toBe(
      '$40.00 released, $60.00 refunded; Unblock bears $25.00 of what is released',
    );
    expect(consequences(now, { held_cents: 5000, names })).toEqual([
      'Maya gets $60.00 back.',
      'Ana gets $36.00; the fee is $4.00.',
      '$50.00 stays held.',
    ]);
    const later = { ...allMoved([]), waiting: now };
    expect(consequences(later, { held_cents: 10_000, names })).toEqual([
      'No money moves by it.',
      'Once its payment was looked at: Maya gets $60.00 back. Ana gets $36.00; the fee is $4.00.',
      '$100.00 stays held.',
    ]);
    const viewer = { side: 'developer', id: ANA } as const;
    const places = { ...placesFor(viewer, allMoved([])), waiting: placesFor(viewer, now) };
    expect(stepMoneyWords(places)).toBe(
      '$36.00 released, $60.00 refunded once its payment was looked at',
    );
    expect(ownWords('developer', places)).toEqual([
      'Once its payment was looked at: You get $36.00. $60.00 goes back to the customer.',
    ]);
  });

  test('is nothing where nothing moved', () => {
    expect(consequences(allMoved([]), { held_cents: 0, names })).toEqual(['No money moves by it.']);
    expect(sharedWords(sharedMoney(allMoved([])))).toBeNull();
  });
});

test('all that is paid is held, released or refunded, for every price, first hour, fee and division', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 1_000_000 }),
      fc.nat(10_000),
      fc.nat(10_000),
      fc.nat(10_000),
      (price_cents, off, percent, share) => {
        const part = (of: number) => Math.floor((price_cents * of) / 10_001);
        const record = {
          ...facts,
          price_cents,
          discount_cents: part(off),
          fee_cents: part(percent),
        };
        const lines = settleLines(
          { ...record, held_for: 'm' },
          { released_cents: part(share), developer_id: ANA },
        );
        const came = booked('hold', holdLines({ ...record, held_for: 'm' }));
        const before = movedBy(record, came);
        const after = movedBy(record, [...came, ...booked('split', lines)]);
        const customer = (moved: typeof before) => placesFor({ side: 'customer', id: '' }, moved);
        const charge = price_cents - record.discount_cents;
        expect(customer(before).held_cents).toBe(charge);
        const { held_cents, released_cents, refunded_cents } = customer(after);
        expect([held_cents, released_cents + refunded_cents]).toEqual([0, charge]);
        const shown = shownMoney(movedBy(record, booked('split', lines)), 0);
        expect(shown.developer_cents + shown.fee_cents).toBe(part(share));
        expect(shown.customer_cents).toBe(refunded_cents);
      },
    ),
  );
});
