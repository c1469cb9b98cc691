import { afterAll, beforeAll } from 'vitest';
import { addBystanders, type Bystanders } from './bystanders.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.ts';

/**
 * A world with our double of Stripe for all tests of a file; it is there once the first begins.
 * @param bystanders left out where time passes for all, and they are not as they were either
 */
export function useMoneyWorld({ bystanders = true } = {}): MoneyWorld {
  const money = {} as MoneyWorld;
  let others: Bystanders | null = null;
  beforeAll(async () => {
    Object.assign(money, await openMoneyWorld());
    if (bystanders) others = await addBystanders(money);
  });
  afterAll(async () => {
    try {
      await others?.expectUntouched();
    } finally {
      await money.close();
    }
  });
  return money;
}
