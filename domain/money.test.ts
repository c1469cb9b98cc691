import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BILLING_STATUSES, isPaid } from './billing.ts';
import { firstHourDiscountCents } from './first-hour.ts';
import {
  caseLines,
  disputeLines,
  holdLines,
  type LedgerAccount,
  type LedgerLine,
  lostHeldLines,
  lostLines,
  paidBackLines,
  paidOutLines,
  payoutLines,
  returnLines,
  sentBackLines,
  settleLines,
  transferLines,
} from './ledger.ts';
import {
  costCents,
  DEFAULT_HOURLY_RATE_CENTS,
  dollarsToCents,
  feeCents,
  feeOfPart,
  feeTerm,
  formatCents,
  HOURLY_RATE_STEP_CENTS,
  MAX_HOURLY_RATE_CENTS,
  MIN_CHARGE_CENTS,
} from './money.ts';
import { MAX_WORK_MINUTES } from './work-time.ts';

const rate = fc.integer({ min: 1, max: MAX_HOURLY_RATE_CENTS });
const minutes = fc.integer({ min: 1, max: MAX_WORK_MINUTES });

describe('money', () => {
  it.each([
    [5000, 60, 5000],
    [5000, 90, 7500],
    [5000, 1, 83],
    [5001, 1, 83],
    [5010, 1, 84],
    [3333, 20, 1111],
    [1, 30, 1],
    [1, 29, 0],
    [100_000, 60_000, 100_000_000],
  ])(
    'costs %i cents an hour for %i minutes %i cents, half a cent rounded up',
    (hourly, time, cost) => {
      expect(costCents(hourly, time)).toBe(cost);
    },
  );

  it('rounds every cost to the nearest cent', () => {
    fc.assert(
      fc.property(rate, minutes, (hourly, time) => {
        const cost = costCents(hourly, time);
        expect(Number.isSafeInteger(cost)).toBe(true);
        expect(Math.abs(cost * 60 - hourly * time)).toBeLessThanOrEqual(30);
      }),
    );
  });

  it('takes a tenth of every price, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (price) => {
        const fee = feeCents(price);
        expect(Number.isSafeInteger(fee)).toBe(true);
        expect(Math.abs(fee * 10 - price)).toBeLessThanOrEqual(5);
      }),
    );
  });

  it.each([
    [4, 0],
    [5, 1],
    [14, 1],
    [15, 2],
    [3335, 334],
    [99_999_995, 10_000_000],
  ])('takes of %i cents %i, an exact half cent rounded up', (price, fee) => {
    expect(feeCents(price)).toBe(fee);
    expect(feeOfPart({ price_cents: price, fee_cents: fee }, price)).toBe(fee);
  });

  it.each([
    // The fee of a price of $100, of which a part is released: 10%, 15% and none.
    [1000, 5, 1],
    [1000, 4, 0],
    [1000, 6000, 600],
    [1500, 10, 2],
    [0, 10_000, 0],
  ])('takes of a fee of %i cents for a part of %i its share, %i', (fee_cents, part, share) => {
    expect(feeOfPart({ price_cents: 10_000, fee_cents }, part)).toBe(share);
  });

  it('takes of all parts together never more than the fee, nor less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.nat(), (price_cents, some) => {
        const held = { price_cents, fee_cents: feeCents(price_cents) };
        const part = feeOfPart(held, some % (price_cents + 1));
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(held.fee_cents);
        expect(feeOfPart(held, 0)).toBe(0);
        expect(feeOfPart(held, price_cents)).toBe(held.fee_cents);
      }),
    );
  });

  it('leaves of what can be paid something that can be paid', () => {
    fc.assert(
      fc.property(rate, minutes, (hourly, time) => {
        const cost = costCents(hourly, time);
        fc.pre(cost >= MIN_CHARGE_CENTS);
        const charge = cost - firstHourDiscountCents(hourly, cost);
        expect(charge).toBeGreaterThanOrEqual(MIN_CHARGE_CENTS);
      }),
    );
  });

  it('says the percent of fees where it is one for all, whatever is taken today', () => {
    const fee = (cost_cents: number, fee_cents: number) => ({ cost_cents, fee_cents });
    expect(feeTerm([fee(10_000, 1000), fee(3335, 334)])).toBe('10% fee, included');
    expect(feeTerm([fee(10_000, 1500)])).toBe('15% fee, included');
    expect(feeTerm([fee(10_000, 0)])).toBe('0% fee, included');
    expect(feeTerm([fee(10_000, 1000), fee(10_000, 1500)])).toBe('Fee, included');
    expect(feeTerm([fee(10_000, 1234)])).toBe('Fee, included');
    // 5 cents are 9% of 54 cents, and 10% as well.
    expect(feeTerm([fee(54, 5)])).toBe('Fee, included');
    expect(feeTerm([])).toBe('Fee, included');
  });

  it('tells every percent from the cents that were taken', () => {
    const price = fc.integer({ min: 100, max: MAX_HOURLY_RATE_CENTS * 10 });
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 100 }), (cost_cents, percent) => {
        const fee_cents = Math.floor((cost_cents * percent + 50) / 100);
        expect(feeTerm([{ cost_cents, fee_cents }])).toBe(`${percent}% fee, included`);
      }),
    );
  });

  it('reads dollars in whole cents only', () => {
    expect(dollarsToCents(50)).toBe(5000);
    expect(dollarsToCents(0.1 + 0.2)).toBe(30);
    // A hundred times this is a hair less than 115.
    expect(dollarsToCents(1.15)).toBe(115);
    expect(dollarsToCents(50.005)).toBeNull();
    expect(dollarsToCents(Number.NaN)).toBeNull();
    expect(dollarsToCents(Number.POSITIVE_INFINITY)).toBeNull();
  });

  it('starts at $50 an hour in steps of $5, and takes no less than 50 cents', () => {
    expect(DEFAULT_HOURLY_RATE_CENTS).toBe(5000);
    expect(HOURLY_RATE_STEP_CENTS).toBe(500);
    expect(MIN_CHARGE_CENTS).toBe(50);
  });

  it('counts as paid once it is here, and no longer once it went back', () => {
    expect(BILLING_STATUSES.filter(isPaid)).toEqual(['held', 'released', 'free']);
    expect(isPaid(null)).toBe(false);
  });

  it('shows cents as dollars', () => {
    expect(formatCents(123_450)).toBe('$1,234.50');
    expect(formatCents(5000, { whole: true })).toBe('$50');
    expect(formatCents(5050, { whole: true })).toBe('$50.50');
    expect(formatCents(0)).toBe('$0.00');
  });
});

describe('ledger entries', () => {
  const sum = (lines: LedgerLine[]) =>
    lines.reduce((total, { amount_cents }) => total + amount_cents, 0);
  const on = (account: LedgerAccount, lines: LedgerLine[]) =>
    sum(lines.filter((line) => line.account === account));
  const amounts = fc
    .tuple(fc.integer({ min: 2, max: 100_000_000 }), fc.nat(), fc.nat())
    .map(([price_cents, part, share]) => ({
      held_for: 'm',
      price_cents,
      discount_cents: part % price_cents,
      released_cents: share % (price_cents + 1),
      fee_cents: feeCents(price_cents),
      developer_id: 'd',
    }));

  it('balance, whatever the amounts', () => {
    fc.assert(
      fc.property(amounts, (each) => {
        const charge = each.price_cents - each.discount_cents;
        for (const lines of [
          holdLines(each),
          settleLines(each, each),
          returnLines(charge),
          paidBackLines(charge),
          transferLines('d', charge),
          payoutLines('d', charge),
          paidOutLines('d', charge),
          sentBackLines('d', charge),
          disputeLines(charge),
          lostHeldLines(each, Math.floor(charge / 2)),
          lostLines(charge, Math.floor(charge / 2)),
          caseLines(
            each,
            { cents: charge, before_cents: 0 },
            { developer_id: 'd', borne_by: 'developer' },
            'refunds',
          ),
          caseLines(
            each,
            { cents: charge, before_cents: 0 },
            { developer_id: 'd', borne_by: 'platform' },
            'losses',
          ),
        ]) {
          expect(sum(lines)).toBe(0);
          expect(lines.every(({ amount_cents }) => amount_cents !== 0)).toBe(true);
        }
      }),
    );
  });

  it('leave nothing held, however a hold is divided', () => {
    fc.assert(
      fc.property(amounts, (each) => {
        const lines = [...holdLines(each), ...settleLines(each, each)];
        expect(on('held', lines)).toBe(0);
        expect(on('developer', lines) + on('fees', lines)).toBe(each.released_cents);
      }),
    );
  });

  it('give the customer what goes back first, and never more than they paid', () => {
    fc.assert(
      fc.property(amounts, (each) => {
        const back = each.price_cents - each.released_cents;
        const charge = each.price_cents - each.discount_cents;
        const lines = [...holdLines(each), ...settleLines(each, each)];
        expect(on('refunds', lines)).toBe(Math.min(back, charge));
        expect(on('promotions', lines)).toBe(Math.max(0, back - charge) - each.discount_cents || 0);
      }),
    );
  });

  it.each([
    ['developer', ['developer', 'd', -2700]],
    ['platform', ['losses', null, -2700]],
  ] as const)('give up the fee of a later part, the rest borne by the %s', (borne_by, share) => {
    const part = { cents: 3000, before_cents: 4000 };
    const held = { price_cents: 10_000, fee_cents: 1000 };
    const lines = caseLines(held, part, { developer_id: 'd', borne_by }, 'refunds');
    expect(lines.map((line) => [line.account, line.owner_id, line.amount_cents])).toEqual([
      share,
      ['fees', null, -300],
      ['refunds', null, 3000],
    ]);
  });
});
