import { describe, expect, it } from 'vitest';
import { datesInWords, keepsDate, mainDate } from './milestone-dates.ts';

const delivery = {
  id: 'd',
  round: 1,
  message: '',
  file_attachments: {},
  submitted_at: '2026-11-17T10:00:00Z',
  decision: null,
  feedback: null,
  decided_at: null,
};
const work = {
  status: 'IN_PROGRESS',
  started_at: '2026-11-16T10:00:00Z',
  due_at: '2026-11-18T23:59:59.999Z',
  expected_at: null,
  deliveries: [],
} as const;

describe('the dates of a milestone in words', () => {
  it('are the expected day until it is started, and then the day that it is due', () => {
    const planned = { ...work, started_at: null, due_at: null, deliveries: [] };
    expect(mainDate({ ...planned, expected_at: '2026-11-20T23:59:59.999Z' })).toBe(
      'Expected Fri, Nov 20',
    );
    expect(mainDate(planned)).toBeNull();
    expect(mainDate({ ...work, deliveries: [] })).toBe('Due Wed, Nov 18');
    expect(mainDate({ ...work, status: 'ACCEPTED', deliveries: [] })).toBeNull();
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
    expect(keepsDate({ ...work, deliveries: [] })).toBe(false);
  });
});
