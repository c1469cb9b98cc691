import { afterAll, beforeAll } from 'vitest';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

/** A world with our double of Stripe for all tests of a file; it is there once the first begins. */
export function useMoneyWorld(): MoneyWorld {
  const money = {} as MoneyWorld;
  beforeAll(async () => {
    Object.assign(money, await openMoneyWorld());
  });
  afterAll(() => money.close());
  return money;
}
