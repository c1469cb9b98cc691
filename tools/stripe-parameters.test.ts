import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STRIPE_PARAMETERS, stripeParameters } from './stripe-parameters.ts';

test('the table of parameters is what the types of the SDK say', () => {
  // Wrong after the SDK was brought up to date: run `npm run stripe-parameters`.
  expect(readFileSync(STRIPE_PARAMETERS, 'utf8')).toBe(stripeParameters());
}, 60_000);
