import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertFits, alertInputSchema, soughtIn } from './alert.ts';
import { alertWords } from './alert-words.ts';
import { budgetCents } from './budget.ts';

const request = {
  description: 'Stripe webhooks come twice\nSince the deploy to Vercel.',
  stack: 'Next.js',
  categories: ['web' as const, 'backend' as const],
  ai_tool: 'CLAUDE' as const,
  ai_tool_other: null,
  budget: '$150 to $200',
};
const alert = (input: object) => alertInputSchema.parse(input);
const fits = (input: object, changes: object = {}) =>
  alertFits(alert(input), soughtIn({ ...request, ...changes }));

describe('an alert', () => {
  it('looks at what it names alone, and all of that', () => {
    expect(fits({})).toBe(true);
    expect(fits({ categories: ['ios', 'web'] })).toBe(true);
    expect(fits({ categories: ['ios'] })).toBe(false);
    expect(fits({ ai_tools: ['CURSOR', 'CLAUDE'] })).toBe(true);
    expect(fits({ ai_tools: ['CURSOR'] })).toBe(false);
    expect(fits({ min_budget_cents: 20_000 })).toBe(true);
    expect(fits({ min_budget_cents: 20_001 })).toBe(false);
    expect(fits({ categories: ['web'], ai_tools: ['CURSOR'] })).toBe(false);
  });

  it('finds words in all that the customer wrote, by their beginnings', () => {
    expect(fits({ words: 'stripe WEBHOOK' })).toBe(true);
    expect(fits({ words: 'next.js' })).toBe(true);
    expect(fits({ words: 'stripe paypal' })).toBe(false);
    expect(fits({ words: 'ripe' })).toBe(false);
    expect(fits({ words: 'eliza' }, { ai_tool: 'OTHER', ai_tool_other: 'Eliza 2' })).toBe(true);
  });

  it('with a smallest budget leaves out what names no amount', () => {
    expect(fits({ min_budget_cents: 1 }, { budget: 'Not sure, propose a price' })).toBe(false);
    expect(fits({ min_budget_cents: 0 }, { budget: 'Not sure, propose a price' })).toBe(true);
  });

  it('refuses what cannot be looked for, with its path', () => {
    const pathOf = (input: object) =>
      alertInputSchema.safeParse(input).error?.issues.map(({ path }) => path.join('.'));
    expect(pathOf({ categories: ['cooking'] })).toEqual(['categories.0']);
    expect(pathOf({ ai_tools: ['HAL'] })).toEqual(['ai_tools.0']);
    expect(pathOf({ words: '???' })).toEqual(['words']);
    expect(pathOf({ words: 'x'.repeat(201) })).toEqual(['words']);
    for (const min_budget_cents of [-1, 1.5, 10_000_001, '100'])
      expect(pathOf({ min_budget_cents })).toEqual(['min_budget_cents']);
    expect(pathOf({ when: 'hourly' })).toEqual(['when']);
    expect(alert({ words: ' \n ' }).words).toBeNull();
  });

  it('is worded on one line', () => {
    expect(alertWords(alert({}))).toBe('All requests in your categories');
    expect(
      alertWords(
        alert({
          categories: ['web', 'ios'],
          ai_tools: ['CLAUDE'],
          words: 'stripe',
          min_budget_cents: 20_000,
        }),
      ),
    ).toBe('iOS or Web, Claude, “stripe”, from $200');
  });

  it('is as quick with hostile words and texts', () => {
    const description = `${'a'.repeat(9999)} ${'-_.'.repeat(3000)}`;
    const words = 'a'.repeat(100) + ' a'.repeat(50);
    const began = performance.now();
    for (let round = 0; round < 20; round++) fits({ words }, { description });
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe('the amount of a budget', () => {
  it.each([
    ['$100', 10_000],
    ['100', 10_000],
    ['$100 to $200', 20_000],
    ['$25 first hour', 2500],
    ['1,500 USD', 150_000],
    ['1.500 Euro', 150_000],
    ['about 1.5k', 150_000],
    ['$2K', 200_000],
    ['$49.50', 4950],
    ['12,345,678', null],
    ['Not sure, propose a price', null],
    ['$0', null],
  ])('of %s is %s', (budget, cents) => {
    expect(budgetCents(budget)).toBe(cents);
  });

  it('is found at once, and is a sum that one could pay', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100 }),
        fc.string({ unit: fc.constantFrom(...'0123456789,.k '), maxLength: 100 }),
        (one, other) => {
          for (const budget of [one, other]) {
            const cents = budgetCents(budget);
            expect(cents === null || (Number.isInteger(cents) && cents > 0)).toBe(true);
          }
        },
      ),
    );
  });
});
