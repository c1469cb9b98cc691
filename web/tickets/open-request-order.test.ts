import { describe, expect, test } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { ALL_OPEN, arranged, isSameView } from './open-request-order.ts';

const request = (description: string, created_at: string, budget: string, files = {}) =>
  ({ description, created_at, budget, files, stack: 'Next.js', title: '' }) as Ticket;

const requests = [
  request('Login loops', '2026-11-02T00:00:00Z', '$50'),
  request('Cart is empty', '2026-11-03T00:00:00Z', 'about $1,200 in all', { a: 'a.zip' }),
  request('Build fails', '2026-11-01T00:00:00Z', 'Not sure, propose a price'),
];
const titles = (view: Parameters<typeof arranged>[1]) =>
  arranged(requests, view).map(({ description }) => description);

describe('open requests', () => {
  test('are shown newest first, longest waiting first, or by the budget that they name', () => {
    expect(titles(ALL_OPEN)).toEqual(['Cart is empty', 'Login loops', 'Build fails']);
    expect(titles({ ...ALL_OPEN, order: 'oldest' })[0]).toBe('Build fails');
    expect(titles({ ...ALL_OPEN, order: 'budget' })).toEqual([
      'Cart is empty',
      'Login loops',
      'Build fails',
    ]);
  });

  test('are narrowed to words and to those with files', () => {
    expect(titles({ ...ALL_OPEN, words: ' LOGIN ' })).toEqual(['Login loops']);
    expect(titles({ ...ALL_OPEN, words: 'next.js' })).toHaveLength(3);
    expect(titles({ ...ALL_OPEN, with_files: true })).toEqual(['Cart is empty']);
  });

  test('are looked at in the same way, whatever spaces were typed around the words', () => {
    const looped = { ...ALL_OPEN, words: 'loops' };
    expect(isSameView(looped, { ...looped, words: ' loops ' })).toBe(true);
    for (const other of [
      ALL_OPEN,
      { ...looped, with_files: true },
      { ...looped, order: 'oldest' as const },
    ])
      expect(isSameView(looped, other)).toBe(false);
  });
});
