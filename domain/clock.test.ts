import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptsItselfAt,
  type ClockedRequest,
  type ClockedWork,
  clockOf,
  dueAt,
  isLate,
  isMissed,
  overdue,
  type Pause,
  pauseReason,
  pausesAfter,
  pausesOf,
  percentAt,
  percentPassed,
  quietSince,
  REMIND_AT_PERCENT,
  wasTold,
} from './clock.ts';
import { TICKET_STATUSES } from './ticket-status.ts';
import { addWorking, workingBetween } from './working-days.ts';

const HOUR_MS = 3_600_000;
const MONDAY = new Date('2026-11-16T10:00:00Z');
const at = (text: string) => new Date(`2026-11-${text}Z`);

const work: ClockedWork = {
  status: 'IN_PROGRESS',
  estimated_minutes: 24 * 60,
  started_at: MONDAY,
  held_at: MONDAY,
  sent_back_at: null,
};
const working: ClockedRequest = { status: 'DEVELOPER_WORKING' };
const paused = (...pauses: [string, string | null][]): ClockedRequest => ({
  ...working,
  pauses: pauses.map(([began, ended]) => ({
    reason: 'question',
    began_at: at(began).toISOString(),
    ended_at: ended && at(ended).toISOString(),
  })),
});

const aMoment = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  .map((ms) => new Date(ms));
const aSpan = fc.integer({ min: 0, max: 40 * 24 * HOUR_MS });

/** Some pauses after a moment, one after the other; the last one may still last. */
const pausesFrom = (from: Date) =>
  fc
    .array(fc.tuple(aSpan, aSpan), { maxLength: 5 })
    .chain((spans) => fc.boolean().map((isOpen) => ({ spans, isOpen })))
    .map(({ spans, isOpen }): Pause[] => {
      let end = from.getTime();
      return spans.map(([gap, length], index) => {
        const began = end + gap;
        end = began + length;
        const lasts = isOpen && index === spans.length - 1;
        return {
          reason: 'moderator',
          began_at: new Date(began).toISOString(),
          ended_at: lasts ? null : new Date(end).toISOString(),
        };
      });
    });

describe('working time', () => {
  it('is Monday to Friday, whole days in UTC', () => {
    expect(workingBetween(at('20T18:00:00'), at('23T06:00:00'))).toBe(12 * HOUR_MS);
    expect(workingBetween(at('21T00:00:00'), at('22T23:59:59'))).toBe(0);
    expect(addWorking(at('20T18:00:00'), 12 * HOUR_MS)).toEqual(at('23T06:00:00'));
    expect(addWorking(at('20T18:00:00'), 6 * HOUR_MS)).toEqual(at('21T00:00:00'));
    expect(addWorking(at('21T10:00:00'), HOUR_MS)).toEqual(at('23T01:00:00'));
    expect(addWorking(at('21T10:00:00'), 0)).toEqual(at('21T10:00:00'));
  });

  it('that is added has passed by then, and not a moment sooner', () => {
    fc.assert(
      fc.property(aMoment, fc.integer({ min: 1, max: 300 * 24 * HOUR_MS }), (from, ms) => {
        const then = addWorking(from, ms);
        expect(workingBetween(from, then)).toBe(ms);
        expect(workingBetween(from, new Date(then.getTime() - 1))).toBe(ms - 1);
      }),
    );
  });
});

describe('a pause', () => {
  it('is one of work that has begun and is paid, and from then on', () => {
    const request = paused(
      ['13T09:00:00', '16T09:00:00'],
      ['16T09:00:00', '17T09:00:00'],
      ['18T09:00:00', null],
    );
    expect(pausesOf(work, paused(['16T09:00:00', '16T10:00:00']))).toEqual([]);
    expect(pausesOf({ ...work, started_at: null }, request)).toEqual([]);
    expect(pausesOf({ ...work, held_at: null }, request)).toEqual([]);
    const [, second, third] = request.pauses ?? [];
    expect(pausesOf(work, request)).toEqual([{ ...second, began_at: MONDAY.toISOString() }, third]);
  });

  it('moves the due date by the working time that it took', () => {
    const due = (request: ClockedRequest) => dueAt(work, request, at('26T00:00:00'));
    expect(due(working)).toEqual(new Date('2026-11-20T23:59:59.999Z'));
    expect(due(paused(['17T09:00:00', '17T12:00:00']))).toEqual(
      new Date('2026-11-23T02:59:59.999Z'),
    );
    // Whole minutes: who is answered at once has the same day as before.
    expect(due(paused(['17T09:00:00', '17T12:00:59']))).toEqual(
      new Date('2026-11-23T02:59:59.999Z'),
    );
    // Over the weekend nothing stands still that would have run.
    expect(due(paused(['21T00:00:00', '22T23:00:00']))).toEqual(due(working));
    expect(due(paused(['10T09:00:00', '16T09:00:00']))).toEqual(due(working));
    expect(due(paused(['20T00:00:00', null]))).toEqual(new Date('2026-11-26T23:59:59.999Z'));
    // What began once the work was missed gives no time back.
    expect(due(paused(['23T00:00:00', null]))).toEqual(due(working));
  });

  it('begins and ends with its reason, the first of several', () => {
    const noon = at('17T12:00:00');
    const later = at('17T13:00:00');
    const question = { asked_by: 'developer', asked_at: noon.toISOString() } as const;
    const asked = { ...working, question, pauses: pausesAfter({ ...working, question }, noon) };
    expect(asked.pauses).toEqual([
      { reason: 'question', began_at: noon.toISOString(), ended_at: null },
    ]);
    expect(pausesAfter(asked, later)).toBe(asked.pauses);
    const helped = pausesAfter({ ...asked, status: 'REQUIRES_MOD_ASSISTANCE' }, later);
    expect(helped.map(({ reason, ended_at }) => [reason, ended_at])).toEqual([
      ['question', later.toISOString()],
      ['moderator', null],
    ]);
    const answered = pausesAfter({ ...asked, question: null }, later);
    expect(answered.at(-1)?.ended_at).toBe(later.toISOString());
    expect(pausesAfter({ ...asked, status: 'CUSTOMER_APPROVED' }, later)).toEqual(answered);
  });

  it('has a reason of its own for each that product decisions name', () => {
    expect(pauseReason(working)).toBeNull();
    expect(pauseReason({ status: 'CUSTOMER_REVIEWING_RESULTS' })).toBe('review');
    expect(pauseReason({ status: 'REQUIRES_MOD_ASSISTANCE' })).toBe('moderator');
    expect(pauseReason({ ...working, cancellation: {} })).toBe('cancellation');
    expect(pauseReason({ ...working, change: { asked_by: 'customer' } })).toBe('change');
    const of = (asked_by: 'customer' | 'developer') => ({ asked_by, asked_at: '' });
    expect(pauseReason({ ...working, question: of('developer') })).toBe('question');
    // Whoever works is not stopped by what they owe an answer to.
    expect(pauseReason({ ...working, question: of('customer') })).toBeNull();
  });

  it('never brings a due date nearer, whatever pauses and whenever one looks', () => {
    const about = aMoment.chain((start) => fc.tuple(fc.constant(start), pausesFrom(start), aSpan));
    fc.assert(
      fc.property(about, fc.integer({ min: 1, max: 60_000 }), ([start, pauses, span], minutes) => {
        const one = { ...work, started_at: start, held_at: start, estimated_minutes: minutes };
        const now = new Date(start.getTime() + span);
        const later = new Date(now.getTime() + HOUR_MS);
        const request = { ...working, pauses };
        const plain = Number(dueAt(one, working, now));
        expect(Number(dueAt(one, request, now))).toBeGreaterThanOrEqual(plain);
        expect(Number(dueAt(one, request, later))).toBeGreaterThanOrEqual(
          Number(dueAt(one, request, now)),
        );
      }),
    );
  });
});

describe('the clock of a milestone', () => {
  it('never runs, is late or is missed while it is not funded, nor while anything pauses it', () => {
    const reasons = fc.record({
      status: fc.constantFrom(...TICKET_STATUSES),
      cancellation: fc.constantFrom(null, {}),
      change: fc.constantFrom(null, { asked_by: 'customer' }),
      question: fc.constantFrom(null, { asked_by: 'developer', asked_at: '' } as const),
    });
    const dates = fc.record({ held: fc.boolean(), started: fc.boolean(), now: aMoment });
    fc.assert(
      fc.property(reasons, dates, (request, { held, started, now }) => {
        const one = {
          ...work,
          ...(!held && { held_at: null }),
          ...(!started && { started_at: null }),
        };
        const mayRun = held && started && pauseReason(request) === null;
        const clock = clockOf(one, request, now);
        if (mayRun && request.status === 'DEVELOPER_WORKING') return;
        expect(clock.state === 'running' && request.status === 'DEVELOPER_WORKING').toBe(false);
        expect(isLate(one, request, now)).toBe(false);
        expect(isMissed(one, request, now)).toBe(false);
      }),
    );
  });

  it.each([
    [{ held_at: null }, working, 'off', 'not_paid'],
    [{ started_at: null }, working, 'off', 'not_started'],
    [{}, working, 'running', null],
    [{}, { ...working, cancellation: {} }, 'paused', 'cancellation'],
    [{ status: 'IN_REVIEW' }, { status: 'CUSTOMER_REVIEWING_RESULTS' }, 'paused', 'review'],
    [{ status: 'ACCEPTED' }, working, 'stopped', 'accepted'],
    [{}, { status: 'CUSTOMER_REJECTED' }, 'stopped', 'ended'],
  ] as const)('says how it stands: %j in %j', (changes, request, state, reason) => {
    const clock = clockOf({ ...work, ...changes }, request, at('18T00:00:00'));
    expect(clock).toMatchObject({ state, reason });
    const counts = state === 'running' || state === 'paused';
    expect(clock.remaining_minutes).toBe(counts ? 3 * 24 * 60 : null);
  });

  it('stays where it is while time stands still', () => {
    const request = {
      ...paused(['18T00:00:00', null]),
      question: { asked_by: 'developer', asked_at: '' },
    } as const;
    for (const now of ['18T00:00:00', '19T12:00:00', '27T00:00:00'])
      expect(clockOf(work, request, at(now)).remaining_minutes).toBe(3 * 24 * 60);
  });

  it('is due on the date that the plan names where that is later, and never before the estimate', () => {
    const named = (day: string) =>
      dueAt({ ...work, named_due_at: at(day) }, working, at('17T00:00:00'));
    expect(named('30T12:00:00')).toEqual(at('30T12:00:00'));
    expect(named('18T12:00:00')).toEqual(new Date('2026-11-20T23:59:59.999Z'));
  });

  it('counts anew from an extension, until its date', () => {
    const one = { ...work, extended_at: at('25T12:00:00'), extended_to: at('27T12:00:00') };
    expect(isMissed(work, working, at('25T12:00:00'))).toBe(true);
    expect(isMissed(one, working, at('25T12:00:00'))).toBe(false);
    expect(dueAt(one, working, at('26T00:00:00'))).toEqual(at('27T12:00:00'));
    expect(percentAt(50, one, working, at('26T00:00:00'))).toEqual(at('26T12:00:00'));
    expect(isMissed(one, working, new Date('2026-12-01T12:00:00Z'))).toBe(true);
  });

  it('counts from an extension of the moment of the start, and from none before the payment', () => {
    const extended_to = at('27T12:00:00');
    const due = (extended_at: Date) =>
      dueAt({ ...work, extended_at, extended_to }, working, at('17T00:00:00'));
    expect(due(MONDAY)).toEqual(extended_to);
    expect(due(new Date(MONDAY.getTime() - 1))).toEqual(new Date('2026-11-20T23:59:59.999Z'));
  });

  it('says a percentage from the moment on at which it is reached', () => {
    // Two working days.
    const one = { ...work, extended_at: at('25T12:00:00'), extended_to: at('27T12:00:00') };
    const passed = (moment: Date) => percentPassed(one, working, moment);
    const moments = [
      [at('26T12:00:00'), 0, 50],
      [at('27T02:24:00'), 50, 80],
      [at('27T12:00:00'), 80, 100],
    ] as const;
    for (const [moment, before, reached] of moments) {
      expect(percentAt(reached, one, working, moment)).toEqual(moment);
      expect(passed(moment)).toBe(reached);
      expect(passed(new Date(moment.getTime() - 1))).toBe(before);
    }
  });

  it('reaches a percentage as a pause begins, and in whole milliseconds', () => {
    const one = { ...work, extended_at: at('25T12:00:00'), extended_to: at('27T12:00:00') };
    const request = paused(['26T12:00:00', '26T20:00:00']);
    expect(percentAt(50, one, request, at('27T00:00:00'))).toEqual(at('26T12:00:00'));
    // Half of a time that ends with the last millisecond of a day.
    expect(percentAt(50, work, working, MONDAY)).toEqual(at('18T17:00:00'));
  });

  it('is missed 48 hours past its date, also over a weekend, and not a moment sooner', () => {
    const missed = new Date('2026-11-22T23:59:59.999Z');
    expect(isMissed(work, working, missed)).toBe(true);
    expect(isMissed(work, working, new Date(missed.getTime() - 1))).toBe(false);
  });

  it('stays missed when somebody asks or proposes something after that, and not before', () => {
    const asks = (began: string, now: string) =>
      isMissed(
        work,
        { ...paused([began, null]), question: { asked_by: 'developer', asked_at: '' } },
        at(now),
      );
    expect(asks('23T01:00:00', '23T02:00:00')).toBe(true);
    expect(asks('23T01:00:00', '27T02:00:00')).toBe(true);
    expect(asks('22T20:00:00', '23T02:00:00')).toBe(false);
    expect(asks('22T20:00:00', '27T02:00:00')).toBe(false);
    // Answered, it has its rest.
    expect(isMissed(work, paused(['23T01:00:00', '25T01:00:00']), at('25T01:00:00'))).toBe(true);
    const change = { ...paused(['23T01:00:00', null]), change: { asked_by: 'developer' } };
    expect(isMissed(work, change, at('24T00:00:00'))).toBe(true);
  });

  it('stays late and runs when it was missed before a question, and nothing says that it stood still', () => {
    const question = { asked_by: 'developer', asked_at: '' } as const;
    const seen = (request: ClockedRequest) => {
      const now = at('27T02:00:00');
      const { state, reason } = clockOf(work, request, now);
      return [state, reason, isLate(work, request, now), pausesOf(work, request).length];
    };
    const after = paused(['23T01:00:00', null]);
    expect(seen({ ...after, question })).toEqual(['running', null, true, 0]);
    const before = paused(['22T20:00:00', null]);
    expect(seen({ ...before, question })).toEqual(['paused', 'question', false, 1]);
    // Late and not missed, time stands still.
    const late = paused(['21T20:00:00', null]);
    expect(seen({ ...late, question })).toEqual(['paused', 'question', false, 1]);
    // Missed by the minute, as the date says.
    const soon = paused(['17T09:00:00', '17T09:00:30'], ['23T00:00:10', null]);
    expect(seen({ ...soon, question })).toEqual(['running', null, true, 1]);
    // Whoever cannot deliver is not late, and gets nothing back.
    expect(seen({ ...after, status: 'REQUIRES_MOD_ASSISTANCE' })).toEqual([
      ...['paused', 'moderator', false, 0],
    ]);
  });

  it('judges a pause that goes on for another reason as one', () => {
    // Due on a Thursday, missed once Saturday is over.
    const one = { ...work, estimated_minutes: 18 * 60 };
    const facts = (...spans: Parameters<typeof paused>) => {
      const request = { ...paused(...spans), change: { asked_by: 'developer' } };
      const now = at('24T00:00:00');
      const due = dueAt(one, request, now);
      return [isMissed(one, request, now), due, pausesOf(one, request).length];
    };
    const [due, moved] = [at('19T23:59:59.999'), at('20T23:59:59.999')];
    expect(facts(['21T10:00:00', null])).toEqual([false, moved, 1]);
    expect(facts(['21T10:00:00', '22T10:00:00'], ['22T10:00:00', null])).toEqual([false, moved, 2]);
    expect(facts(['21T10:00:00', '22T10:00:00'], ['22T10:00:01', null])).toEqual([true, due, 1]);
    // What goes on from a pause that moved nothing moves nothing.
    expect(facts(['22T09:00:00', '22T10:00:00'], ['22T10:00:00', null])).toEqual([true, due, 0]);
  });

  it('counts its pauses anew from an extension, also one that still lasts', () => {
    const one = { ...work, extended_at: at('25T12:00:00'), extended_to: at('27T12:00:00') };
    const request = paused(['23T01:00:00', '24T00:00:00'], ['24T00:00:00', null]);
    expect(pausesOf(one, request)).toEqual([
      { reason: 'question', began_at: one.extended_at.toISOString(), ended_at: null },
    ]);
    expect(dueAt(one, request, at('26T12:00:00'))).toEqual(
      addWorking(at('27T12:00:00'), 24 * HOUR_MS),
    );
    expect(percentAt(50, one, paused(['23T01:00:00', '24T00:00:00']), at('26T00:00:00'))).toEqual(
      at('26T12:00:00'),
    );
  });

  it('has the same dates whether or not a pause changes its reason, and is late where it is missed', () => {
    const split = (pauses: readonly Pause[], now: Date) =>
      pauses.flatMap(({ began_at, ended_at }): Pause[] => {
        const until = ended_at === null ? now.getTime() : Date.parse(ended_at);
        const between = new Date((Date.parse(began_at) + until) / 2).toISOString();
        return [
          { reason: 'question', began_at, ended_at: between },
          { reason: 'change', began_at: between, ended_at },
        ];
      });
    const about = aMoment.chain((start) => fc.tuple(fc.constant(start), pausesFrom(start), aSpan));
    fc.assert(
      fc.property(about, fc.integer({ min: 1, max: 20_000 }), ([start, pauses, span], minutes) => {
        const one = { ...work, started_at: start, held_at: start, estimated_minutes: minutes };
        const last = pauses.at(-1);
        const now = new Date(
          Date.parse(last?.ended_at ?? last?.began_at ?? start.toISOString()) + span,
        );
        const change = last?.ended_at === null ? { asked_by: 'developer' } : null;
        const request = { ...working, change, pauses };
        const halved = { ...request, pauses: split(pauses, now) };
        for (const fact of [dueAt, isLate, isMissed, percentPassed])
          expect(fact(one, halved, now)).toEqual(fact(one, request, now));
        if (isMissed(one, request, now)) expect(isLate(one, request, now)).toBe(true);
      }),
    );
  });

  it('reminds at 50, 80 and 100 percent of the time that ran, in this order', () => {
    const about = aMoment.chain((start) => fc.tuple(fc.constant(start), pausesFrom(start)));
    fc.assert(
      fc.property(about, fc.integer({ min: 1, max: 20_000 }), ([start, pauses], minutes) => {
        const one = { ...work, started_at: start, held_at: start, estimated_minutes: minutes };
        const request = { ...working, pauses: pauses.filter(({ ended_at }) => ended_at !== null) };
        const now = new Date(start.getTime() + 400 * 24 * HOUR_MS);
        const moments = REMIND_AT_PERCENT.map((percent) => percentAt(percent, one, request, now));
        for (const [index, moment] of moments.entries()) {
          if (!moment) throw new Error('time that runs and never passes');
          expect(Number(moment)).toBeGreaterThanOrEqual(Number(moments[index - 1] ?? start));
          const percent = REMIND_AT_PERCENT[index] ?? 0;
          expect(percentPassed(one, request, moment)).toBeGreaterThanOrEqual(percent);
          const before = new Date(moment.getTime() - 1);
          expect(percentPassed(one, request, before)).toBeLessThan(percent);
        }
      }),
    );
  });
});

describe('paid work that is not begun', () => {
  const start = at('20T10:00:00');
  const planned: ClockedWork = { ...work, status: 'PLANNED', started_at: null };
  const missed = (changes: Partial<ClockedRequest>, ...plan: ClockedWork[]) =>
    overdue({ ...working, status_since: MONDAY, ...changes }, plan, start).deadline_missed;
  const [limit, before] = [at('17T10:00:00'), at('17T09:59:59.999')];

  it('is missed after three days, and not a moment sooner', () => {
    expect(missed({}, { ...planned, held_at: before })).toBe(true);
    expect(missed({}, { ...planned, held_at: limit })).toBe(false);
    const since = (status_since: Date) =>
      overdue({ ...working, status_since }, [planned], start).deadline_missed;
    expect([since(before), since(limit)]).toEqual([true, false]);
  });

  it('is missed though other work is approved, and not while other work goes on', () => {
    expect(missed({}, { ...planned, status: 'ACCEPTED' }, planned)).toBe(true);
    const late = { ...planned, held_at: at('19T00:00:00') };
    expect(missed({}, late, planned)).toBe(true);
    expect(missed({}, { ...work, held_at: null }, planned)).toBe(false);
  });

  it('is not missed while it is unpaid, or before the plan is approved', () => {
    expect(missed({}, { ...planned, held_at: null })).toBe(false);
    expect(missed({ status: 'CUSTOMER_REVIEWING_PLAN' }, planned)).toBe(false);
  });

  it('waits as long as a pause took, also one after the payment; who asks when time is over stays late', () => {
    const paid = { ...planned, held_at: before };
    const asked = (...spans: Parameters<typeof paused>) => {
      const { pauses = [] } = paused(...spans);
      return missed({ pauses, question: { asked_by: 'developer', asked_at: '' } }, paid);
    };
    const done = (...spans: Parameters<typeof paused>) =>
      missed({ pauses: paused(...spans).pauses ?? [] }, paid);
    expect(asked(['20T09:59:59', null])).toBe(false);
    expect(asked(['20T10:00:00', null])).toBe(true);
    expect(done(['16T00:00:00', '17T00:00:00'])).toBe(true);
    expect(done(['18T00:00:00', '18T01:00:00'])).toBe(false);
  });
});

describe('an acceptance by the clock', () => {
  const delivered = { ...work, status: 'IN_REVIEW', delivered_at: at('17T12:00:00') } as const;
  const review: ClockedRequest = { status: 'CUSTOMER_REVIEWING_RESULTS' };

  it('comes seven days after the delivery, the payment, or what last stood in its way', () => {
    expect(acceptsItselfAt(delivered, review)).toEqual(at('24T12:00:00'));
    expect(acceptsItselfAt({ ...delivered, held_at: at('18T09:00:00') }, review)).toEqual(
      at('25T09:00:00'),
    );
    const answered = { ...review, pauses: paused(['18T00:00:00', '19T00:00:00']).pauses ?? [] };
    expect(acceptsItselfAt(delivered, answered)).toEqual(at('26T00:00:00'));
  });

  it('comes three days later for whoever needs more time', () => {
    const more = { ...delivered, more_time_at: at('20T00:00:00') };
    expect(acceptsItselfAt(more, review)).toEqual(at('27T12:00:00'));
  });

  it('leaves a day after its customer was told for the last time, also after an outage', () => {
    const told = { ...review, reminded_at: at('28T08:00:00') };
    expect(acceptsItselfAt(delivered, told)).toEqual(at('29T07:00:00'));
    expect(acceptsItselfAt(delivered, { ...review, reminded_at: at('23T12:01:00') })).toEqual(
      at('24T12:00:00'),
    );
  });

  it('was told of six days after the delivery, and not a moment sooner', () => {
    const told = (reminded_at: Date | null, one: ClockedWork = delivered) =>
      wasTold(one, { ...review, reminded_at });
    expect(told(null)).toBe(false);
    expect(told(at('23T11:59:59.999'))).toBe(false);
    expect(told(at('23T12:00:00'))).toBe(true);
    expect(told(at('23T12:00:00'), work)).toBe(false);
    const more = { ...delivered, more_time_at: at('20T00:00:00') };
    expect([told(at('26T11:59:59.999'), more), told(at('26T12:00:00'), more)]).toEqual([
      false,
      true,
    ]);
  });

  it('does not count a review that was interrupted as what stood in its way', () => {
    const ended = { reason: 'review', began_at: '', ended_at: at('18T00:00:00').toISOString() };
    const pauses = [ended as Pause, ...(paused(['18T00:00:00', null]).pauses ?? [])];
    expect(quietSince(delivered, { ...review, pauses })).toEqual(at('17T12:00:00'));
  });

  it('is of what is delivered and paid alone, and never sooner than a week', () => {
    const any = fc.record({
      status: fc.constantFrom('IN_PROGRESS', 'IN_REVIEW', 'ACCEPTED', 'PLANNED', 'REJECTED'),
      held_at: fc.option(aMoment),
      delivered_at: fc.option(aMoment),
      more_time_at: fc.option(aMoment),
    });
    fc.assert(
      fc.property(any, fc.option(aMoment), pausesFrom(MONDAY), (changes, reminded_at, pauses) => {
        const one = { ...work, ...changes };
        const request = { ...review, pauses, reminded_at };
        const moment = acceptsItselfAt(one, request);
        const since = quietSince(one, request);
        expect(moment === null).toBe(since === null);
        if (!moment || !since) return;
        expect([changes.status, changes.held_at !== null]).toEqual(['IN_REVIEW', true]);
        expect(moment.getTime() - since.getTime()).toBeGreaterThanOrEqual(7 * 24 * HOUR_MS);
      }),
    );
  });
});
