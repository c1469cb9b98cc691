import { expect, test } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import { happenings } from './happening.tsx';

const milestone = {
  id: 'm',
  title: 'First',
  late: true,
  due_at: '2026-11-20T23:59:59Z',
} as Milestone;
const line = (id: number, event: string, created_at: string) => ({
  id,
  event,
  text: `did ${id}`,
  milestone_id: 'm',
  created_at,
});

test('a start says until when, and a deadline that was missed stands where it passed', () => {
  const told = happenings(
    [
      line(1, 'milestone_started', '2026-11-18T10:00:00Z'),
      line(2, 'payment_held', '2026-11-21T10:00:00Z'),
    ],
    [milestone],
  );
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^did 1 · due Fri, Nov 20/),
    '“First” was due and is late',
    'did 2',
  ]);
});

test('a deadline that counts as missed is told once', () => {
  const missed = line(2, 'deadline_missed', '2026-11-22T23:59:59Z');
  expect(happenings([missed], [milestone]).map(({ text }) => text)).toEqual(['did 2']);
});

test('before the plan is known the steps stand alone', () => {
  expect(happenings([line(1, 'milestone_started', '2026-11-18T10:00:00Z')])).toEqual([
    { key: 'line-1', text: 'did 1', at: '2026-11-18T10:00:00.000Z' },
  ]);
});
