import type { Milestone } from '#domain/milestone.ts';
import { formatDay } from './dates.ts';

type Dated = Pick<Milestone, 'status' | 'started_at' | 'due_at' | 'expected_at' | 'deliveries'>;

/** The date that matters now, in a word or two: 'Due Tue, Nov 24'; null where there is none. */
export function mainDate(milestone: Dated): string | null {
  const { status, due_at, expected_at } = milestone;
  if (status === 'ACCEPTED') return null;
  if (due_at) return `Due ${formatDay(due_at)}`;
  return expected_at ? `Expected ${formatDay(expected_at)}` : null;
}

/** All that is known of when: 'Started Mon, Nov 16 · Sent back Tue, Nov 17 · Due Tue, Nov 17'. */
export function datesInWords(milestone: Dated): string {
  const last = milestone.deliveries.at(-1);
  const { started_at, due_at, status } = milestone;
  return [
    started_at && `Started ${formatDay(started_at)}`,
    status === 'IN_REVIEW' && last && `Submitted ${formatDay(last.submitted_at)}`,
    last?.decision === 'rejected' &&
      last.decided_at &&
      status !== 'IN_REVIEW' &&
      `Sent back ${formatDay(last.decided_at)}`,
    status === 'ACCEPTED' && last?.decided_at && `Approved ${formatDay(last.decided_at)}`,
    status === 'ACCEPTED' && due_at ? `Was due ${formatDay(due_at)}` : mainDate(milestone),
  ]
    .filter(Boolean)
    .join(' · ');
}
