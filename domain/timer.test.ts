import { expect, it } from 'vitest';
import type { Timed } from './moments.ts';
import { nextTimer } from './timer.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
/** Due on a Friday; missed on Sunday at the same time. */
const work = {
  id: 'm',
  title: 'Mend it',
  cost_cents: 10_000,
  status: 'IN_PROGRESS',
  billing_status: 'held',
  money_since: null,
  begun: true,
  estimated_minutes: 60,
  started_at: at('16T10:00:00'),
  held_at: at('16T10:00:00'),
  sent_back_at: null,
  extended_at: at('18T12:00:00'),
  extended_to: at('20T12:00:00'),
} as const;

const next = (
  now: string,
  asked: string | null = null,
  billing_status: 'held' | 'free' = 'held',
) => {
  const request: Timed['request'] = {
    status: 'DEVELOPER_WORKING',
    status_since: at('16T10:00:00').toISOString(),
    reserved: false,
    milestones: [{ ...work, billing_status }],
  };
  if (asked !== null) {
    const asked_at = at(asked).toISOString();
    request.question = { asked_by: 'developer', asked_at };
    request.pauses = [{ reason: 'question', began_at: asked_at, ended_at: null }];
  }
  return nextTimer(request, { reserved_until: null, acceptable: false, now: at(now) });
};

const missed = { kind: 'missed', at: at('22T12:00:00'), milestone_id: 'm' };

it('work at which time runs is due next, and once that has passed it is missed', () => {
  expect(next('19T00:00:00')).toEqual({ ...missed, kind: 'due', at: at('20T12:00:00') });
  expect(next('20T12:00:00.001')).toEqual(missed);
  expect(next('27T00:00:00')).toEqual(missed);
  expect(next('27T00:00:00', null, 'free')).toEqual({ ...missed, kind: 'repair_missed' });
});

it('a question stops it before the work is missed, and not after that', () => {
  expect(next('27T00:00:00', '19T00:00:00')).toBeNull();
  expect(next('27T00:00:00', '22T11:59:59.999')).toBeNull();
  expect(next('27T00:00:00', '22T12:00:00')).toEqual(missed);
  expect(next('27T00:00:00', '23T00:00:00')).toEqual(missed);
  expect(next('27T00:00:00', '23T00:00:00', 'free')).toMatchObject({ kind: 'repair_missed' });
});
