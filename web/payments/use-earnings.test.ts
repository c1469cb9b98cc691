import { expect, test } from 'vitest';
import { askAgainAfter } from './use-earnings.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const entry = (payout_status: 'pending' | 'paid' | null, minutesAgo = 0) => ({
  payout_status,
  created_at: new Date(now - minutesAgo * 60_000),
});

test.each([
  [[], false],
  [[entry(null), entry('paid')], false],
  [[entry('paid'), entry('pending')], 3000],
  [[entry('pending', 5)], 60_000],
  [[entry('pending', 5), entry('pending', 1)], 3000],
])('payouts on their way are asked about, new ones sooner: %j', (entries, ms) => {
  expect(askAgainAfter(entries, now)).toBe(ms);
});
