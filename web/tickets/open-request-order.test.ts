import { describe, expect, test } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { arranged, dollarsIn } from './open-request-order.ts';

const request = (description: string, created_at: string, budget: string, files = {}) =>
  ({ description, created_at, budget, files, stack: 'Next.js', title: '' }) as Ticket;

const requests = [
  request('Login loops', '2026-11-02T00:00:00Z', '$50'),
  request('Cart is empty', '2026-11-03T00:00:00Z', 'about $1,200 in all', { a: 'a.zip' }),
  request('Build fails', '2026-11-01T00:00:00Z', 'Not sure, propose a price'),
];
const titles = (view: Parameters<typeof arranged>[1]) =>
  arranged(requests, view).map(({ description }) => description);
const plain = { order: 'newest', withFiles: false, words: '' } as const;

describe('open requests', () => {
  test('are shown newest first, longest waiting first, or by the budget that they name', () => {
    expect(titles(plain)).toEqual(['Cart is empty', 'Login loops', 'Build fails']);
    expect(titles({ ...plain, order: 'oldest' })[0]).toBe('Build fails');
    expect(titles({ ...plain, order: 'budget' })).toEqual([
      'Cart is empty',
      'Login loops',
      'Build fails',
    ]);
  });

  test('are narrowed to words and to those with files', () => {
    expect(titles({ ...plain, words: ' LOGIN ' })).toEqual(['Login loops']);
    expect(titles({ ...plain, words: 'next.js' })).toHaveLength(3);
    expect(titles({ ...plain, withFiles: true })).toEqual(['Cart is empty']);
  });

  test.each([
    ['$25 first hour', 25],
    ['50-100 dollars', 100],
    ['Not sure, propose a price', 0],
  ])('a budget of %j counts as %i', (budget, dollars) => {
    expect(dollarsIn(budget)).toBe(dollars);
  });
});
