import { afterAll, beforeAll } from 'vitest';
import { addBystanders, type Bystanders } from './bystanders.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

/** A world with our double of Stripe for all tests of a file; it is there once the first begins. */
export function useMoneyWorld(): MoneyWorld {
  const money = {} as MoneyWorld;
  let bystanders: Bystanders;
  beforeAll(async () => {
    Object.assign(money, await openMoneyWorld());
    bystanders = await addBystanders(money);
  });
  afterAll(async () => {
    try {
      await bystanders.expectUntouched();
    } finally {
      await money.close();
    }
  });
  return money;
}
