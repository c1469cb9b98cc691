import { describe, expect, it } from 'vitest';
import { overdue, type Pause } from './clock.ts';
import { handedWords, heldCents, isHandover, isOpenHold } from './handover.ts';

const HOUR_MS = 3_600_000;

describe('a request that goes to another unblocker', () => {
  it.each([
    [0, 0, null],
    [1, 0, 'Some work is done'],
    [0, 1, '$0.01 is held'],
    [2, 5000, 'Some work is done; $50.00 is held'],
  ])(
    'with %i accepted milestones and %i cents held says "%s"',
    (accepted_milestones, held_cents, words) => {
      expect(handedWords({ accepted_milestones, held_cents })).toBe(words);
    },
  );

  it('is given on by four actions, and by no others', () => {
    const actions = ['give-back', 'find-another', 'return-unplanned', 'reopen', 'grab', 'abandon'];
    expect(actions.map(isHandover)).toEqual([true, true, true, true, false, false]);
  });

  it('takes along what is held for work that nobody accepted, and that is nobody’s yet', () => {
    const money = { cost_cents: 1000, discount_cents: 250, fee_cents: 100 };
    const held = { status: 'IN_PROGRESS', billing: 'held', ...money } as const;
    const others = [
      { ...held, status: 'ACCEPTED' },
      { ...held, billing: 'unpaid' },
      { ...held, billing: 'released' },
      { ...held, billing: null },
      { ...held, awarded_cents: 0 },
    ] as const;
    expect(isOpenHold(held)).toBe(true);
    expect(others.filter(isOpenHold)).toEqual([]);
    const plan = [held, ...others, { ...held, awarded_cents: null }];
    expect(heldCents(plan, 'customer')).toBe(1500);
    expect(heldCents(plan, 'developer')).toBe(1800);
    expect(heldCents(plan, 'candidate')).toBe(2000);
    const undiscounted = { ...held, discount_cents: null, fee_cents: null };
    expect(heldCents([undiscounted], 'customer')).toBe(1000);
    expect(heldCents([undiscounted], 'developer')).toBe(1000);
  });

  it('is late by its plan from 72 hours after the grab on, and only while it is planned', () => {
    const now = new Date('2026-11-23T12:00:00Z');
    const late = (status: 'DEVELOPER_PLANNING' | 'DEVELOPER_WORKING', ms: number) =>
      overdue({ status, status_since: new Date(now.getTime() - ms) }, [], now);
    expect(late('DEVELOPER_PLANNING', 72 * HOUR_MS - 1).plan_overdue).toBe(false);
    expect(late('DEVELOPER_PLANNING', 72 * HOUR_MS).plan_overdue).toBe(true);
    expect(late('DEVELOPER_WORKING', 99 * HOUR_MS)).toEqual({
      plan_overdue: false,
      deadline_missed: false,
    });
  });

  it('is not late by its plan while its customer lets a question wait, unless it was late before', () => {
    const now = new Date('2026-11-23T12:00:00Z');
    const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
    const late = (since: number, asked: number) => {
      const pause = { reason: 'question', began_at: ago(asked).toISOString(), ended_at: null };
      const request = { status: 'DEVELOPER_PLANNING', status_since: ago(since) } as const;
      return overdue({ ...request, pauses: [pause as Pause] }, [], now).plan_overdue;
    };
    expect(late(200, 129)).toBe(false);
    expect(late(200, 128)).toBe(true);
    // The pause began before the plan was awaited.
    expect(late(100, 200)).toBe(false);
  });
});
