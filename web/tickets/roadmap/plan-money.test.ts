import { describe, expect, it } from 'vitest';
import { ownPart, planMoney, unpaidOf } from './plan-money.ts';

const hour = { cost_cents: 5000, charge_cents: 5000, discount_cents: 0, fee_cents: 500 };

describe('the money of a plan', () => {
  it('is nothing without milestones', () => {
    expect(planMoney([])).toMatchObject({ cost: 0, charge: 0, fee: 0, share: 0 });
  });

  it('splits every cost into fee and share without losing a cent', () => {
    const odd = {
      ...hour,
      cost_cents: 3333,
      charge_cents: 3333,
      fee_cents: 333,
      billing_status: null,
    };
    const money = planMoney([odd, odd, odd]);
    expect(money.fee).toBe(3 * 333);
    expect(money.fee + money.share).toBe(money.cost);
  });

  it('keeps the fee of what was held while another was taken', () => {
    const before = { ...hour, fee_cents: 750, billing_status: 'released' as const };
    const money = planMoney([before, { ...hour, billing_status: 'unpaid' }]);
    expect(money).toMatchObject({ fee: 1250, feeTerm: 'Fee, included', share: 8750 });
    expect(planMoney([before]).feeTerm).toBe('15% fee, included');
  });

  it('charges the first hour at its price, and pays the developer in full', () => {
    const first = { ...hour, charge_cents: 2500, discount_cents: 2500 };
    const money = planMoney([
      { ...first, billing_status: 'held' },
      { ...hour, billing_status: 'unpaid' },
    ]);
    expect(money).toMatchObject({ cost: 10_000, discount: 2500, charge: 7500, share: 9000 });
    expect(money.unpaid).toEqual({ charge: 5000, share: 4500 });
  });
});

describe('what of a plan a developer is paid for', () => {
  const nothing = { held_cents: 0, released_cents: 0, refunded_cents: 0 };
  const accepted = { ...nothing, status: 'ACCEPTED', billing_status: 'released' } as const;

  it('is all but what was accepted of another', () => {
    const mine = { ...accepted, released_cents: 4500 };
    const planned = { ...nothing, status: 'PLANNED', billing_status: 'unpaid' } as const;
    expect(ownPart('developer', [accepted, mine, planned])).toEqual([mine, planned]);
    expect(ownPart('customer', [accepted, planned])).toEqual([accepted, planned]);
  });
});

describe('what is charged when a plan is approved', () => {
  it('begins with the first milestone that is not paid, not with the first of the plan', () => {
    const plan = (['released', 'void', 'unpaid', 'held', 'refunded', 'unpaid'] as const).map(
      (billing_status, index) => ({ id: index + 1, billing_status }),
    );
    expect(unpaidOf(plan).map(({ id }) => id)).toEqual([3, 6]);
  });

  it('is nothing when all is paid', () => {
    expect(unpaidOf([{ billing_status: 'held' }])).toEqual([]);
  });
});
