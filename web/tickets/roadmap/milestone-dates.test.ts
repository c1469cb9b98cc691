import { beforeEach, describe, expect, it, vi } from 'vitest';
import { datesInWords, keepsDate, mainDate } from './milestone-dates.ts';

const delivery = {
  id: 'd',
  round: 1,
  message: '',
  file_attachments: {},
  checks: [],
  submitted_at: '2026-11-17T10:00:00Z',
  decision: null,
  feedback: null,
  decided_at: null,
};
const work = {
  status: 'IN_PROGRESS',
  billing_status: 'held',
  started_at: '2026-11-16T10:00:00Z',
  due_at: '2026-11-18T23:59:59.999Z',
  expected_at: null,
  deliveries: [],
  pauses: [],
} as const;

// In another year each date would name its own.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T12:00:00Z') }),
);

describe('the dates of a milestone in words', () => {
  it('are the expected day until it is started, and then the day that it is due', () => {
    const planned = { ...work, started_at: null, due_at: null, deliveries: [], pauses: [] };
    expect(mainDate({ ...planned, expected_at: '2026-11-20T23:59:59.999Z' })).toBe(
      'Expected Fri, Nov 20',
    );
    expect(mainDate(planned)).toBeNull();
    expect(mainDate({ ...work, deliveries: [], pauses: [] })).toBe('Due Wed, Nov 18');
    expect(mainDate({ ...work, status: 'ACCEPTED', deliveries: [], pauses: [] })).toBeNull();
  });

  it('say when time stood still, and why, and the time of day where it does not end with the day', () => {
    const pauses = [
      {
        reason: 'question' as const,
        began_at: '2026-11-16T12:00:00Z',
        ended_at: '2026-11-17T09:00:00Z',
      },
      { reason: 'moderator' as const, began_at: '2026-11-18T09:00:00Z', ended_at: null },
    ];
    expect(datesInWords({ ...work, deliveries: [], pauses })).toBe(
      'Started Mon, Nov 16 · Time stood still Mon, Nov 16 to Tue, Nov 17 (a question waits for its answer) · Time stood still since Wed, Nov 18 (a moderator has the request) · Due Wed, Nov 18',
    );
    expect(mainDate({ ...work, due_at: '2026-11-18T14:20:00Z', deliveries: [] })).toMatch(
      /^Due \w{3}, Nov 1\d, \d\d:\d\d .+/,
    );
  });

  it('are over with the request: nothing is due any more', () => {
    expect(mainDate({ ...work, deliveries: [] }, true)).toBeNull();
    expect(datesInWords({ ...work, deliveries: [] }, true)).toBe(
      'Started Mon, Nov 16 · Was due Wed, Nov 18',
    );
  });

  it('say of work that is not paid when its time begins', () => {
    const unpaid = {
      ...work,
      billing_status: 'unpaid' as const,
      due_at: null,
      deliveries: [],
      pauses: [],
    };
    expect(mainDate(unpaid)).toBe('Starts counting when it is paid');
    expect(datesInWords({ ...unpaid, status: 'REJECTED' })).toBe(
      'Started Mon, Nov 16 · Starts counting when it is paid',
    );
    expect(mainDate({ ...unpaid, status: 'IN_REVIEW' })).toBeNull();
    expect(mainDate({ ...unpaid, status: 'PLANNED' })).toBeNull();
  });

  it('tell what happened when', () => {
    expect(datesInWords({ ...work, status: 'IN_REVIEW', deliveries: [delivery] })).toBe(
      'Started Mon, Nov 16 · Submitted Tue, Nov 17 · Due Wed, Nov 18',
    );
    const decided_at = '2026-11-19T10:00:00Z';
    const rejected = { ...delivery, decision: 'rejected' as const, decided_at };
    expect(datesInWords({ ...work, deliveries: [rejected] })).toBe(
      'Started Mon, Nov 16 · Sent back Thu, Nov 19 · Due Wed, Nov 18',
    );
    const accepted = { ...delivery, decision: 'accepted' as const, decided_at };
    expect(datesInWords({ ...work, status: 'ACCEPTED', deliveries: [rejected, accepted] })).toBe(
      'Started Mon, Nov 16 · Submitted Tue, Nov 17 · Approved Thu, Nov 19 · Was due Wed, Nov 18',
    );
    expect(keepsDate({ ...work, deliveries: [rejected] })).toBe(true);
    expect(keepsDate({ ...work, deliveries: [], pauses: [] })).toBe(false);
  });
});
