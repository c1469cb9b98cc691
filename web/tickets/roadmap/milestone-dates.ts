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

/** All that is known of when: 'Started Mon, Nov 16 · Sent back Tue, Nov 17 · Due Wed, Nov 18'. */
export function datesInWords(milestone: Dated): string {
  const { status, started_at, due_at } = milestone;
  const last = milestone.deliveries.at(-1);
  return [
    started_at && `Started ${formatDay(started_at)}`,
    last && last.decision !== 'rejected' && `Submitted ${formatDay(last.submitted_at)}`,
    last?.decided_at && `${decisions[last.decision ?? 'accepted']} ${formatDay(last.decided_at)}`,
    status === 'ACCEPTED' && due_at ? `Was due ${formatDay(due_at)}` : mainDate(milestone),
  ]
    .filter(Boolean)
    .join(' · ');
}

const decisions = { accepted: 'Approved', rejected: 'Sent back' } as const;

/** Whether it goes on after it was sent back. */
export function keepsDate({ status, deliveries }: Dated): boolean {
  const owed = status === 'REJECTED' || status === 'IN_PROGRESS';
  return owed && deliveries.some(({ decision }) => decision === 'rejected');
}
