import { describe, expect, it } from 'vitest';
import { timelineOf } from './timeline.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const bare = {
  id: 'a',
  status: 'PLANNED',
  started_at: null,
  held_at: null,
  due_at: null,
  expected_at: null,
  deliveries: [],
  pauses: [],
} as const;

describe('the timeline', () => {
  it('is nothing while there are no dates', () => {
    expect(timelineOf([], NOW)).toBeNull();
    expect(timelineOf([bare], NOW)).toBeNull();
  });

  it('puts planned milestones one after another from today', () => {
    const timeline = timelineOf(
      [
        { ...bare, id: 'a', expected_at: '2026-11-19T23:59:59.999Z' },
        { ...bare, id: 'b', expected_at: '2026-11-20T23:59:59.999Z' },
      ],
      NOW,
    );
    const [first, second] = timeline?.rows ?? [];
    expect(timeline?.from).toEqual(new Date('2026-11-18T00:00:00Z'));
    expect(timeline?.to).toEqual(new Date('2026-11-20T23:59:59.999Z'));
    expect(first?.estimate?.left).toBeCloseTo(timeline?.today ?? 0);
    expect(second?.estimate?.left).toBeCloseTo(66.67, 1);
    expect(first?.actual).toBeNull();
  });

  it('shows work up to now, what of it is overdue, and where something was handed in', () => {
    const work = {
      ...bare,
      status: 'REJECTED',
      started_at: '2026-11-16T00:00:00Z',
      held_at: '2026-11-15T00:00:00Z',
      due_at: '2026-11-17T23:59:59.999Z',
      deliveries: [{ submitted_at: '2026-11-17T12:00:00Z' }],
    } as const;
    const row = timelineOf([work], NOW)?.rows[0];
    expect(row?.actual).toMatchObject({ left: 0 });
    expect(row?.actual?.width).toBeCloseTo((2.5 / 3) * 100, 3);
    expect(row?.overdue?.width).toBeCloseTo((0.5 / 3) * 100, 3);
    expect(row?.deliveries[0]).toBeCloseTo(50, 3);
  });

  it('shows when time stood still, as far as somebody was at work', () => {
    const work = {
      ...bare,
      status: 'IN_PROGRESS',
      started_at: '2026-11-16T00:00:00Z',
      held_at: '2026-11-15T00:00:00Z',
      due_at: '2026-11-19T23:59:59.999Z',
      pauses: [
        { began_at: '2026-11-15T00:00:00Z', ended_at: '2026-11-15T12:00:00Z' },
        { began_at: '2026-11-15T12:00:00Z', ended_at: '2026-11-16T12:00:00Z' },
        { began_at: '2026-11-18T00:00:00Z', ended_at: null },
      ],
    } as const;
    const [first, last, ...more] = timelineOf([work], NOW)?.rows[0]?.pauses ?? [];
    expect(first).toMatchObject({ left: 0 });
    expect(first?.width).toBeCloseTo(12.5, 3);
    expect(last?.left).toBeCloseTo(50, 3);
    expect(last?.width).toBeCloseTo(12.5, 3);
    expect(more).toEqual([]);
  });

  it('shows nothing of work before it is paid, and then from the payment on', () => {
    const unpaid = { ...bare, status: 'IN_PROGRESS', started_at: '2026-11-16T00:00:00Z' } as const;
    expect(timelineOf([unpaid], NOW)).toBeNull();
    const held_at = '2026-11-17T00:00:00Z';
    const paid = { ...unpaid, held_at, due_at: '2026-11-18T23:59:59.999Z' };
    expect(timelineOf([paid], NOW)?.from).toEqual(new Date(held_at));
  });

  it('lets nothing grow late after the request has ended', () => {
    const work = {
      ...bare,
      status: 'IN_PROGRESS',
      started_at: '2026-11-16T00:00:00Z',
      held_at: '2026-11-15T00:00:00Z',
      due_at: '2026-11-16T23:59:59.999Z',
    } as const;
    const ended = new Date('2026-11-16T12:00:00Z');
    const row = timelineOf([work], NOW, ended)?.rows[0];
    expect(row?.overdue).toBeNull();
    expect(row?.actual?.width).toBeCloseTo(100 / 6, 3);
    expect(timelineOf([work], NOW)?.rows[0]?.overdue).not.toBeNull();
  });

  it('ends the work with the delivery that waits or was accepted', () => {
    const work = {
      ...bare,
      status: 'IN_REVIEW',
      started_at: '2026-11-16T00:00:00Z',
      held_at: '2026-11-15T00:00:00Z',
      due_at: '2026-11-17T23:59:59.999Z',
      deliveries: [{ submitted_at: '2026-11-16T12:00:00Z' }],
    } as const;
    expect(timelineOf([work], NOW)?.rows[0]).toMatchObject({ overdue: null });
    expect(timelineOf([work], NOW)?.rows[0]?.actual?.width).toBeCloseTo(100 / 6, 3);
  });

  it('stays within its frame', () => {
    const far = { ...bare, expected_at: '2028-01-01T23:59:59.999Z' };
    for (const row of timelineOf([far, { ...far, id: 'b' }], NOW)?.rows ?? []) {
      for (const span of [row.estimate, row.actual, row.overdue]) {
        expect((span?.left ?? 0) + (span?.width ?? 0)).toBeLessThanOrEqual(100.001);
      }
    }
  });
});
