import { describe, expect, it } from 'vitest';
import { nextReminder, reasonAt } from './reminder.ts';
import { TICKET_STATUSES } from './ticket-status.ts';

const SINCE = new Date('2026-11-16T08:00:00Z');
const after = (hours: number) => new Date(SINCE.getTime() + hours * 3_600_000);
const work = {
  id: 'm',
  title: 'Mend it',
  cost_cents: 10_000,
  status: 'IN_PROGRESS',
  billing_status: 'held',
  money_since: null,
  begun: true,
  estimated_minutes: 60,
  started_at: SINCE,
  held_at: SINCE,
  sent_back_at: null,
} as const;
const planned = { ...work, status: 'PLANNED', begun: false, started_at: null } as const;
const unpaid = { ...planned, billing_status: 'unpaid', held_at: null } as const;
const delivered = { ...work, status: 'IN_REVIEW', delivered_at: SINCE } as const;

type Waiting = Parameters<typeof nextReminder>[0];
const waiting = (changes: Partial<Waiting>): Waiting => ({
  status: 'DEVELOPER_WORKING',
  status_since: SINCE.toISOString(),
  reserved: false,
  milestones: [],
  ...changes,
});

/** All of them, where each is told at its time. */
function told(about: Waiting): [number, string, string][] {
  const all: [number, string, string][] = [];
  let reminded_at = about.reminded_at ?? null;
  for (let next = nextReminder({ ...about, reminded_at }); next && all.length < 20; ) {
    all.push([(next.at.getTime() - SINCE.getTime()) / 3_600_000, next.to, next.reason]);
    reminded_at = next.at;
    next = nextReminder({ ...about, reminded_at });
  }
  return all;
}

const plan = [
  [24, 'developer', 'plan_awaited'],
  [48, 'developer', 'plan_awaited'],
  [72, 'customer', 'plan_missed'],
];
const payment = [24, 72].map((hours) => [hours, 'customer', 'payment_awaited']);

describe('the reminders of a request', () => {
  it.each([
    ['DEVELOPER_PLANNING', [], plan],
    ['DEVELOPER_PLANNING', [unpaid], plan],
    [
      'CUSTOMER_REVIEWING_PLAN',
      [unpaid],
      [24, 72, 168].map((at) => [at, 'customer', 'plan_in_review']),
    ],
    ['DEVELOPER_WORKING', [planned], [24, 48, 72].map((at) => [at, 'developer', 'start_awaited'])],
    ['DEVELOPER_WORKING', [unpaid], payment],
    ['DEVELOPER_WORKING', [{ ...work, billing_status: 'unpaid' }], payment],
    ['DEVELOPER_WORKING', [work], []],
    ['DEVELOPER_WORKING', [{ ...work, billing_status: 'refunded' }], payment],
    [
      'CUSTOMER_REVIEWING_RESULTS',
      [delivered],
      [72, 144].map((at) => [at, 'customer', 'milestone_in_review']),
    ],
    [
      'CUSTOMER_REVIEWING_RESULTS',
      [{ ...delivered, more_time_at: SINCE }],
      [72, 144, 216].map((at) => [at, 'customer', 'milestone_in_review']),
    ],
    ['AWAITING_ASSIGNMENT', [], []],
    ['REQUIRES_MOD_ASSISTANCE', [work], []],
    ['CUSTOMER_APPROVED', [], []],
    ['CUSTOMER_REJECTED', [unpaid], []],
  ] as const)('go to whoever has the turn: %s %j', (status, milestones, wanted) => {
    expect(told(waiting({ status, milestones }))).toEqual(wanted);
  });

  it('rest while a proposal to cancel waits for its answer', () => {
    const cancellation = { asked_by: 'customer', asked_at: SINCE.toISOString() } as const;
    for (const status of TICKET_STATUSES)
      expect(nextReminder(waiting({ status, milestones: [unpaid], cancellation }))).toBeNull();
  });

  it('of a question go to whoever has to answer it', () => {
    const of = (asked_by: 'customer' | 'developer') =>
      told(waiting({ milestones: [work], question: { asked_by, asked_at: SINCE.toISOString() } }));
    expect(of('developer')).toEqual([24, 72].map((at) => [at, 'customer', 'answer_awaited']));
    // It is their turn anyway.
    expect(of('customer')).toEqual([]);
  });

  it('of a question count from when it was asked, also of a plan and of a review', () => {
    const first = (asked_by: 'customer' | 'developer', about: Partial<Waiting>) =>
      told(waiting({ ...about, question: { asked_by, asked_at: after(30).toISOString() } }))[0];
    expect(first('developer', { status: 'DEVELOPER_PLANNING' })).toEqual([
      54,
      'customer',
      'answer_awaited',
    ]);
    expect(
      first('customer', { status: 'CUSTOMER_REVIEWING_RESULTS', milestones: [delivered] }),
    ).toEqual([54, 'developer', 'answer_awaited']);
  });

  it('of a review count from the delivery or from its payment, whichever is later', () => {
    const paid = { ...delivered, held_at: after(10) };
    const review = waiting({ status: 'CUSTOMER_REVIEWING_RESULTS', milestones: [paid] });
    expect(told(review)[0]).toEqual([82, 'customer', 'milestone_in_review']);
  });

  it('of a plan do not count the time in which a question waited', () => {
    const pause = (ended: number | null) => ({
      reason: 'question' as const,
      began_at: after(10).toISOString(),
      ended_at: ended === null ? null : after(ended).toISOString(),
    });
    const [first] = told(waiting({ status: 'DEVELOPER_PLANNING', pauses: [pause(15)] }));
    expect(first).toEqual([29, 'developer', 'plan_awaited']);
  });

  it('of a question count from it, whatever else is waited for', () => {
    const question = { asked_by: 'customer', asked_at: after(10).toISOString() } as const;
    const answers = [34, 82].map((at) => [at, 'developer', 'answer_awaited']);
    const asked = { ...question, asked_by: 'developer' } as const;
    const planning = waiting({ status: 'DEVELOPER_PLANNING', question: asked });
    expect(told(planning)).toEqual([34, 82].map((at) => [at, 'customer', 'answer_awaited']));
    const reviewing = waiting({
      status: 'CUSTOMER_REVIEWING_RESULTS',
      milestones: [delivered],
      question,
    });
    expect(told(reviewing)).toEqual(answers);
  });

  it('of a review count from what last stood in its way', () => {
    const pauses = [
      { reason: 'question', began_at: '', ended_at: after(10).toISOString() } as const,
    ];
    const about = waiting({
      status: 'CUSTOMER_REVIEWING_RESULTS',
      milestones: [delivered],
      pauses,
    });
    expect(told(about)).toEqual([82, 154].map((at) => [at, 'customer', 'milestone_in_review']));
  });

  it('of time say how much of it has passed, and of a repair that it is late', () => {
    expect([50, 80, 100].map((percent) => reasonAt(percent, 'held'))).toEqual([
      'half_passed',
      'most_passed',
      'all_passed',
    ]);
    expect(reasonAt(100, 'free')).toBe('repair_late');
  });

  it('are made up for after an outage once, and not one by one', () => {
    const about = waiting({ milestones: [unpaid], reminded_at: after(200) });
    expect(nextReminder(about)).toBeNull();
    expect(told(waiting({ milestones: [unpaid], reminded_at: after(30) }))).toEqual(
      payment.slice(1),
    );
  });

  it('count from the payment', () => {
    const paid = { ...planned, money_since: after(20).toISOString() };
    expect(told(waiting({ milestones: [paid] }))[0]).toEqual([44, 'developer', 'start_awaited']);
  });
});

it('a milestone’s time is told of by how much has passed, and a repair that is late as one', () => {
  const reasons = [50, 80, 100].map((percent) => reasonAt(percent, 'held'));
  expect(reasons).toEqual(['half_passed', 'most_passed', 'all_passed']);
  expect(reasonAt(100, 'free')).toBe('repair_late');
});
