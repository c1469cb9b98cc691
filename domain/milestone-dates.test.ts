import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DatedWork, planDates } from './milestone-dates.ts';

const MONDAY = new Date('2026-11-16T10:00:00Z');
const FRIDAY = new Date('2026-11-20T18:30:00Z');

function work(changes: Partial<DatedWork> = {}): DatedWork {
  return {
    status: 'IN_PROGRESS',
    estimated_minutes: 120,
    started_at: MONDAY,
    held_at: MONDAY,
    sent_back_at: null,
    ...changes,
  };
}
const planned = (hours: number) =>
  work({ status: 'PLANNED', started_at: null, held_at: null, estimated_minutes: hours * 60 });
const dueOf = (one: DatedWork) =>
  planDates({ status: 'DEVELOPER_WORKING' }, [one], MONDAY)[0]?.due_at;
const day = (date: string) => new Date(`${date}T23:59:59.999Z`);

describe('the due date of a started milestone', () => {
  it.each([
    [1 / 60, '2026-11-17'],
    [6, '2026-11-17'],
    [6.5, '2026-11-18'],
    [24, '2026-11-20'],
    [25, '2026-11-23'],
    [60, '2026-11-30'],
  ])('of %d hours, started on a Monday, is the end of %s', (hours, date) => {
    expect(dueOf(work({ estimated_minutes: hours * 60 }))).toEqual(day(date));
  });

  it('is never on a weekend', () => {
    for (const start of [FRIDAY, new Date('2026-11-21T00:00:00Z'), new Date('2026-11-22T23:59Z')]) {
      expect(dueOf(work({ started_at: start }))).toEqual(day('2026-11-23'));
    }
  });

  it('counts from the payment where that came after the start, and is none before', () => {
    expect(dueOf(work({ held_at: null }))).toBeNull();
    expect(dueOf(work({ started_at: null }))).toBeNull();
    expect(dueOf(work({ held_at: FRIDAY }))).toEqual(day('2026-11-23'));
    expect(dueOf(work({ started_at: FRIDAY }))).toEqual(day('2026-11-23'));
    const sent_back_at = new Date('2026-11-18T09:00:00Z');
    expect(dueOf(work({ status: 'REJECTED', held_at: null, sent_back_at }))).toBeNull();
    expect(dueOf(work({ status: 'REJECTED', held_at: FRIDAY, sent_back_at }))).toEqual(
      day('2026-11-23'),
    );
  });

  it('leaves at least the next working day after it was sent back, and never comes nearer by it', () => {
    const late = new Date('2026-11-19T09:00:00Z');
    expect(dueOf(work({ status: 'REJECTED', sent_back_at: late }))).toEqual(day('2026-11-20'));
    const long = work({ status: 'REJECTED', estimated_minutes: 60 * 60 });
    expect(dueOf({ ...long, sent_back_at: late })).toEqual(day('2026-11-30'));
  });

  it('lies after its start, on a working day, and later for more work', () => {
    const moment = fc.date({ min: MONDAY, max: new Date('2030-01-01'), noInvalidDate: true });
    const minutes = fc.integer({ min: 1, max: 60_000 });
    fc.assert(
      fc.property(moment, minutes, minutes, (started_at, one, more) => {
        const due = dueOf(work({ started_at, estimated_minutes: one }));
        const later = dueOf(work({ started_at, estimated_minutes: one + more }));
        if (!due || !later) throw new Error('started work without a date');
        expect(due.getTime() - started_at.getTime()).toBeGreaterThan(24 * 3_600_000 - 1);
        expect([1, 2, 3, 4, 5]).toContain(due.getUTCDay());
        expect(later.getTime()).toBeGreaterThanOrEqual(due.getTime());
      }),
    );
  });
});

describe('the dates of a plan', () => {
  it('follow one after another from now while nothing has started', () => {
    const dates = planDates(
      { status: 'CUSTOMER_REVIEWING_PLAN' },
      [planned(2), planned(8)],
      FRIDAY,
    );
    expect(dates).toEqual([
      { due_at: null, expected_at: day('2026-11-23'), late: false },
      { due_at: null, expected_at: day('2026-11-25'), late: false },
    ]);
  });

  it('follow upon the milestone at work, or upon now once that is late', () => {
    const plan = [work({ estimated_minutes: 12 * 60 }), planned(6)];
    expect(planDates({ status: 'DEVELOPER_WORKING' }, plan, MONDAY)[1]?.expected_at).toEqual(
      day('2026-11-19'),
    );
    expect(planDates({ status: 'DEVELOPER_WORKING' }, plan, FRIDAY)[1]?.expected_at).toEqual(
      day('2026-11-23'),
    );
  });

  it('leave room for what is at work and waits for its payment', () => {
    const unpaid = work({ held_at: null, estimated_minutes: 12 * 60 });
    const [first, second] = planDates(
      { status: 'DEVELOPER_WORKING' },
      [unpaid, planned(6)],
      MONDAY,
    );
    expect(first).toEqual({ due_at: null, expected_at: null, late: false });
    expect(second?.expected_at).toEqual(day('2026-11-19'));
  });

  it('are expected by nobody once the request has ended or waits for a moderator', () => {
    for (const status of [
      'CUSTOMER_REJECTED',
      'CUSTOMER_APPROVED',
      'REQUIRES_MOD_ASSISTANCE',
    ] as const) {
      expect(planDates({ status }, [planned(2)], MONDAY)[0]?.expected_at).toBeNull();
    }
  });
});

describe('a late milestone', () => {
  const lateness = (changes: Partial<DatedWork>, status = 'DEVELOPER_WORKING' as const) =>
    planDates({ status }, [work(changes)], FRIDAY)[0]?.late;

  it('is due and not handed in', () => {
    expect(lateness({})).toBe(true);
    expect(lateness({ status: 'REJECTED' })).toBe(true);
    expect(lateness({ estimated_minutes: 24 * 60 })).toBe(false);
  });

  it('is not late before it is paid, however long ago it was started', () => {
    for (const status of ['IN_PROGRESS', 'REJECTED'] as const)
      expect(lateness({ status, held_at: null })).toBe(false);
    expect(lateness({ held_at: FRIDAY })).toBe(false);
  });

  it('is not late in the last millisecond of its day, and late in the next', () => {
    const lateAt = (now: Date) =>
      planDates({ status: 'DEVELOPER_WORKING' }, [work()], now)[0]?.late;
    const end = day('2026-11-17');
    expect(lateAt(end)).toBe(false);
    expect(lateAt(new Date(end.getTime() + 1))).toBe(true);
  });

  it('is not late in the hands of its customer, of a moderator, or once accepted', () => {
    expect(lateness({ status: 'IN_REVIEW' })).toBe(false);
    expect(lateness({ status: 'ACCEPTED' })).toBe(false);
    expect(planDates({ status: 'REQUIRES_MOD_ASSISTANCE' }, [work()], FRIDAY)[0]?.late).toBe(false);
    expect(planDates({ status: 'CUSTOMER_REVIEWING_RESULTS' }, [work()], FRIDAY)[0]?.late).toBe(
      false,
    );
  });
});
