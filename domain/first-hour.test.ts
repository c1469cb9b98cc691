import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressPattern,
  FIRST_HOUR_WEEK_MS,
  FIRST_HOURS_A_WEEK,
  type FirstHourPayment,
  firstHourCharge,
  firstHourDiscountCents,
  HIGH_RATE_CENTS,
  normalAddress,
  PATTERN_CUSTOMERS,
  reviewReasons,
  YOUNG_ACCOUNT_MS,
} from './first-hour.ts';
import { costCents, MAX_HOURLY_RATE_CENTS } from './money.ts';
import { MAX_WORK_MINUTES } from './work-time.ts';

describe('the first hour', () => {
  it.each([
    [5000, 5000, 2500],
    [5000, 15_000, 2500],
    [4000, 8000, 1500],
    [5000, 4999, 2499],
    [5000, 2501, 1],
    [5000, 2500, 0],
    [2000, 8000, 0],
    [10_000, 30_000, 2500],
    [100_000, 100_000, 2500],
    [100_000, 3000, 500],
  ])('at %i cents an hour, of a milestone of %i, is %i cheaper', (hourly, cost, discount) => {
    expect(firstHourDiscountCents(hourly, cost)).toBe(discount);
  });

  it('says what is paid where it is less, and nothing where it is not', () => {
    expect(firstHourCharge({ charge_cents: 2500, discount_cents: 2500 })).toBe(
      'You pay $25.00: the first-hour price takes $25.00 off.',
    );
    expect(firstHourCharge({ charge_cents: 5000, discount_cents: 0 })).toBeNull();
  });

  it('costs the platform at most $25, and the customer at least $25 or the whole price', () => {
    const rate = fc.integer({ min: 1, max: MAX_HOURLY_RATE_CENTS });
    const minutes = fc.integer({ min: 1, max: MAX_WORK_MINUTES });
    fc.assert(
      fc.property(rate, minutes, (hourly, time) => {
        const cost = costCents(hourly, time);
        const discount = firstHourDiscountCents(hourly, cost);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(2500);
        expect(cost - discount).toBeGreaterThanOrEqual(Math.min(cost, 2500));
      }),
    );
  });
});

it('a payment says what the first-hour price takes off, where it takes something off', () => {
  expect(firstHourCharge({ charge_cents: 2500, discount_cents: 0 })).toBeNull();
  expect(firstHourCharge({ charge_cents: 7500, discount_cents: 2500 })).toBe(
    'You pay $75.00: the first-hour price takes $25.00 off.',
  );
});

describe('an address', () => {
  it.each([
    ['Maya@Example.com ', 'maya@example.com'],
    ['m.a.y.a+unblock@gmail.com', 'maya@gmail.com'],
    ['maya@googlemail.com', 'maya@gmail.com'],
    ['maya+1@outlook.com', 'maya@outlook.com'],
    ['m.aya@outlook.com', 'm.aya@outlook.com'],
    ['maya+a+b@me.com', 'maya@icloud.com'],
    ['ma_y-a.x+1@pm.me', 'mayax@proton.me'],
    // Elsewhere nobody knows whether a plus is a part of the name.
    ['maya+1@example.com', 'maya+1@example.com'],
    ['m.aya@example.com', 'm.aya@example.com'],
    ['"a@b"@gmail.com', '"a@b"@gmail.com'],
  ])('%s is known again as %s', (email, known) => {
    expect(normalAddress(email)).toBe(known);
  });

  it('is like another that differs in a number alone', () => {
    const alike = ['ring1@example.com', 'ring-02@example.com', 'ring+7@example.com'];
    expect(new Set(alike.map(addressPattern))).toEqual(new Set(['ring@example.com']));
    expect(addressPattern('maya1@example.com')).not.toBe(addressPattern('ring1@example.com'));
    expect(addressPattern('ring1@example.org')).not.toBe(addressPattern('ring1@example.com'));
  });
});

describe('what moderators look at', () => {
  const paid_at = new Date('2026-11-20T12:00:00Z');
  const made = (minutes: number) => new Date(paid_at.getTime() - minutes * 60_000);
  let number = 0;
  const payment = (changes: Partial<FirstHourPayment> = {}): FirstHourPayment => ({
    customer_id: `c${++number}`,
    email: `${'abcdefghij'[number % 10]?.repeat(number)}@example.com`,
    account_created_at: made(600),
    network: `n${number}`,
    refused: false,
    paid_at,
    hourly_rate_cents: 5000,
    estimated_minutes: 60,
    ...changes,
  });
  const reasons = (one: FirstHourPayment, others: FirstHourPayment[] = []) =>
    reviewReasons(one, [one, ...others]);

  /** As many others as it takes, with this one, for a pattern. */
  const alike = (make: (n: number) => FirstHourPayment) =>
    Array.from({ length: PATTERN_CUSTOMERS - 1 }, (_, n) => make(n));

  it('is more than 8 in a week, 4 customers alike, 15 minutes young, $200 an hour', () => {
    expect(FIRST_HOUR_WEEK_MS).toBe(604_800_000);
    expect(FIRST_HOURS_A_WEEK).toBe(8);
    expect(PATTERN_CUSTOMERS).toBe(4);
    expect(YOUNG_ACCOUNT_MS).toBe(900_000);
    expect(HIGH_RATE_CENTS).toBe(20_000);
  });

  it('is not what anybody does', () => {
    expect(reasons(payment())).toEqual([]);
    const others = Array.from({ length: FIRST_HOURS_A_WEEK - 1 }, () => payment());
    expect(reasons(payment(), others)).toEqual([]);
  });

  it.each<[string, FirstHourPayment, FirstHourPayment[], string[]]>([
    [
      'one more than usual in a week',
      payment(),
      Array.from({ length: FIRST_HOURS_A_WEEK }, () => payment()),
      ['many'],
    ],
    ['a card that another customer tried', payment({ refused: true }), [], ['refused']],
    ['one network', payment({ network: 'x' }), alike(() => payment({ network: 'x' })), ['network']],
    [
      'a network of one less',
      payment({ network: 'x' }),
      alike(() => payment({ network: 'x' })).slice(1),
      [],
    ],
    [
      'networks that nobody knows',
      payment({ network: null }),
      alike(() => payment({ network: null })),
      [],
    ],
    [
      'addresses that are alike',
      payment({ email: 'ring1@example.com' }),
      alike((n) => payment({ email: `ring${n + 2}@example.com` })),
      ['addresses'],
    ],
    ['accounts that are gone', payment({ email: null }), alike(() => payment({ email: null })), []],
    ['one young account', payment({ account_created_at: made(5) }), [payment()], []],
    [
      'several young accounts',
      payment({ account_created_at: made(5) }),
      alike(() => payment({ account_created_at: made(14) })),
      ['young'],
    ],
    [
      'several accounts that are just not young',
      payment({ account_created_at: new Date(paid_at.getTime() - YOUNG_ACCOUNT_MS) }),
      alike(() => payment({ account_created_at: made(15) })),
      [],
    ],
    ['an hour at a high rate', payment({ hourly_rate_cents: HIGH_RATE_CENTS }), [], ['rate']],
    ['an hour at a rate below', payment({ hourly_rate_cents: HIGH_RATE_CENTS - 1 }), [], []],
    [
      'more than an hour at a high rate',
      payment({ hourly_rate_cents: HIGH_RATE_CENTS, estimated_minutes: 61 }),
      [],
      [],
    ],
  ])('%s', (_name, one, others, expected) => {
    expect(reasons(one, others)).toEqual(expected);
  });
});
