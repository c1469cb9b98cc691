import { describe, expect, it } from 'vitest';
import { reminderOf } from './reminder.ts';
import { TICKET_STATUSES } from './ticket-status.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const atWork = { status: 'IN_PROGRESS', late: false } as const;
const late = { status: 'IN_PROGRESS', late: true } as const;
const sentBack = { status: 'REJECTED', late: false } as const;

describe('a reminder', () => {
  it('goes to nobody within 24 hours', () => {
    for (const status of TICKET_STATUSES) {
      expect(reminderOf({ status, status_since: hoursAgo(24), milestones: [] }, NOW)).toBeNull();
    }
  });

  it.each([
    ['DEVELOPER_PLANNING', [], { to: 'developer', reason: 'plan_awaited' }],
    ['CUSTOMER_REVIEWING_PLAN', [], { to: 'customer', reason: 'plan_in_review' }],
    ['CUSTOMER_REVIEWING_RESULTS', [], { to: 'customer', reason: 'milestone_in_review' }],
    ['DEVELOPER_WORKING', [sentBack], { to: 'developer', reason: 'start_awaited' }],
    ['DEVELOPER_WORKING', [atWork], null],
    ['AWAITING_ASSIGNMENT', [], null],
    ['REQUIRES_MOD_ASSISTANCE', [atWork], null],
    ['CUSTOMER_APPROVED', [], null],
    ['CUSTOMER_REJECTED', [], null],
  ] as const)('goes to whoever has the ball for longer: %s %j', (status, milestones, wanted) => {
    expect(reminderOf({ status, status_since: hoursAgo(25), milestones }, NOW)).toEqual(wanted);
  });

  it('goes to the unblocker at once when a milestone is late', () => {
    const waiting = { status: 'DEVELOPER_WORKING', status_since: hoursAgo(1), milestones: [late] };
    expect(reminderOf({ ...waiting, status: 'DEVELOPER_WORKING' }, NOW)).toEqual({
      to: 'developer',
      reason: 'milestone_late',
    });
  });
});
