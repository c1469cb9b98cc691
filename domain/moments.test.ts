import { expect, it } from 'vitest';
import { momentOf, type Timed } from './moments.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const NOW = at('25T13:00:00');
/** Two working days. */
const work = {
  id: 'm',
  title: 'Mend it',
  cost_cents: 10_000,
  status: 'IN_PROGRESS',
  billing_status: 'held',
  money_since: null,
  begun: true,
  estimated_minutes: 60,
  started_at: at('25T12:00:00'),
  held_at: at('25T12:00:00'),
  sent_back_at: null,
  extended_at: at('25T12:00:00'),
  extended_to: at('27T12:00:00'),
} as const;
const request: Timed['request'] = {
  status: 'DEVELOPER_WORKING',
  status_since: at('25T12:00:00').toISOString(),
  reserved: false,
  milestones: [work],
};
const about = { request, work, now: NOW };

it('a step of some hours is due so long after now', () => {
  expect(momentOf({ hours: 24 }, about)).toEqual(at('26T13:00:00'));
});

it.each([
  [0, '26T12:00:00'],
  [50, '27T02:24:00'],
  [80, '27T12:00:00'],
])('after a reminder at %i percent of the time the next one is due', (reminded_percent, moment) => {
  expect(momentOf({ at: 'time' }, { ...about, work: { ...work, reminded_percent } })).toEqual(
    at(moment),
  );
});

it('no reminder of time follows the last one, or is of a request as a whole', () => {
  const last = { ...work, reminded_percent: 100 };
  expect(momentOf({ at: 'time' }, { ...about, work: last })).toBeNull();
  expect(momentOf({ at: 'time' }, { ...about, work: undefined })).toBeNull();
});

it('a plan is awaited some hours after the request was taken, and not while time is paused', () => {
  const plan = (question: NonNullable<Timed['request']['question']> | null) =>
    momentOf({ at: 'plan', hours: 72 }, { ...about, request: { ...request, question } });
  expect(plan(null)).toEqual(at('28T12:00:00'));
  expect(plan({ asked_by: 'developer', asked_at: NOW.toISOString() })).toBeNull();
});
