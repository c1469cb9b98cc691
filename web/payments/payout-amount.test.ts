import { expect, test } from 'vitest';
import { amountProblem } from './payout-amount.ts';

test('an amount to pay out is more than nothing and no more than there is', () => {
  expect(amountProblem('90.00', 9000)).toBeNull();
  expect(amountProblem('90.01', 9000)).toMatch(/cannot be more/);
  expect(amountProblem('0', 9000)).toMatch(/give an amount/);
  expect(amountProblem('all', 9000)).toMatch(/give an amount/);
});
