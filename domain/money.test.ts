import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  dollarsToCents,
  firstHourDiscountCents,
  formatCents,
  MAX_HOURLY_RATE_CENTS,
  MIN_CHARGE_CENTS,
  splitFee,
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

  it('splits every price into a tenth and the rest, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (price) => {
        const { fee_cents, net_cents } = splitFee(price);
        expect(fee_cents + net_cents).toBe(price);
        expect(Math.abs(fee_cents * 10 - price)).toBeLessThanOrEqual(5);
        expect(Number.isSafeInteger(net_cents)).toBe(true);
      }),
    );
  });

  it.each([
    [5000, 5000, 2500],
    [5000, 15_000, 2500],
    [5000, 2500, 0],
    [2000, 8000, 0],
    [10_000, 30_000, 7500],
    [10_000, 5000, 2500],
  ])(
    'takes of a new customer at %i cents an hour and a milestone of %i cents %i off',
    (hourly, cost, discount) => {
      expect(firstHourDiscountCents(hourly, cost)).toBe(discount);
    },
  );

  it('never makes a milestone free', () => {
    fc.assert(
      fc.property(rate, minutes, (hourly, time) => {
        const cost = costCents(hourly, time);
        const discount = firstHourDiscountCents(hourly, cost);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(cost);
        if (cost > 0) expect(cost - discount).toBeGreaterThan(0);
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

  it('reads dollars in whole cents only', () => {
    expect(dollarsToCents(50)).toBe(5000);
    expect(dollarsToCents(0.1 + 0.2)).toBe(30);
    expect(dollarsToCents(50.005)).toBeNull();
    expect(dollarsToCents(Number.NaN)).toBeNull();
    expect(dollarsToCents(Number.POSITIVE_INFINITY)).toBeNull();
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
          lostHeldLines(each),
          lostLines(charge, Math.floor(charge / 2)),
          caseLines(
            { cents: charge, before_cents: 0 },
            { developer_id: 'd', borne_by: 'developer' },
            'refunds',
          ),
          caseLines(
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
});
