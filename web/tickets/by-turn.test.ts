import { expect, test } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { byTurn, turnFilters } from './by-turn.ts';

const request = (id: string, whose: string, since: string) =>
  ({ id, turn: { whose, since } }) as Ticket;

test('what is mine to do comes first, the longest waiting of it before all', () => {
  const ordered = byTurn([
    request('theirs', 'theirs', '2026-11-01T00:00:00Z'),
    request('mine since today', 'mine', '2026-11-25T00:00:00Z'),
    request('open', 'open', '2026-10-01T00:00:00Z'),
    request('mine since last week', 'mine', '2026-11-18T00:00:00Z'),
  ]);
  expect(ordered.map(({ id }) => id)).toEqual([
    'mine since last week',
    'mine since today',
    'theirs',
    'open',
  ]);
});

test('a request whose date is missed fits Late, and one that is only due does not', () => {
  const timers = [{ kind: 'missed' }, { kind: 'repair_missed' }, { kind: 'due' }, null];
  const fitting = timers.map((timer) => turnFilters.late.fits({ timer } as Ticket));
  expect(fitting).toEqual([true, true, false, false]);
});

test('a request with unread messages fits Unread, and one that says nothing of them does not', () => {
  const fitting = [{ id: 'two', unread: 2 }, { id: 'none', unread: 0 }, { id: 'unknown' }]
    .filter((each) => turnFilters.unread.fits(each as Ticket))
    .map(({ id }) => id);
  expect(fitting).toEqual(['two']);
});
