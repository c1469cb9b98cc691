import { clockWords } from '#domain/clock.ts';
import type { Milestone } from '#domain/milestone.ts';
import { localZoned } from '../../ui/local-time.ts';
import { formatDay } from './dates.ts';

type Dated = Pick<
  Milestone,
  'status' | 'billing_status' | 'started_at' | 'due_at' | 'expected_at' | 'deliveries'
> & { pauses: readonly Milestone['pauses'][number][] };

/**
 * The date that matters now, in short: 'Due Tue, Nov 24'; null where there is none.
 * @param isOver the request has ended: nothing is due any more
 */
export function mainDate(milestone: Dated, isOver = false): string | null {
  const { status, due_at, expected_at } = milestone;
  if (status === 'ACCEPTED' || isOver) return null;
  if (waitsForPayment(milestone)) return 'Starts counting when it is paid';
  if (expected_at) return `Expected ${formatDue(expected_at)}`;
  return due_at ? `Due ${formatDue(due_at)}` : null;
}

/** A day in UTC where the time ends with it; else the moment in the reader's time zone. */
function formatDue(at: string | Date): string {
  const moment = new Date(at);
  const isDay = moment.toISOString().endsWith('T23:59:59.999Z');
  return isDay ? formatDay(moment) : localZoned(moment);
}

/**
 * Pauses and their reasons: 'Time stood still Tue, Nov 17 to Wed, Nov 18 (the work is being reviewed)'.
 */
function pausesInWords({ pauses }: Dated): string[] {
  return pauses.map(({ reason, began_at, ended_at }) => {
    const [from, to] = [formatDay(began_at), ended_at && formatDay(ended_at)];
    const while_ = to === null ? `since ${from}` : from === to ? from : `${from} to ${to}`;
    return `Time stood still ${while_} (${clockWords[reason]})`;
  });
}

/** All dates: 'Started Mon, Nov 16 · Sent back Tue, Nov 17 · Due Wed, Nov 18'. */
export function datesInWords(milestone: Dated, isOver = false): string {
  const { status, started_at, due_at } = milestone;
  const last = milestone.deliveries.at(-1);
  return [
    started_at && `Started ${formatDay(started_at)}`,
    last && last.decision !== 'rejected' && `Submitted ${formatDay(last.submitted_at)}`,
    last?.decided_at && `${decisions[last.decision ?? 'accepted']} ${formatDay(last.decided_at)}`,
    ...pausesInWords(milestone),
    (status === 'ACCEPTED' || isOver) && due_at
      ? `Was due ${formatDay(due_at)}`
      : mainDate(milestone, isOver),
  ]
    .filter(Boolean)
    .join(' · ');
}

const decisions = {
  accepted: 'Approved',
  rejected: 'Sent back',
  withdrawn: 'Left behind',
} as const;

/** In progress or sent back, while its time does not count yet. */
function waitsForPayment({ status, billing_status }: Dated): boolean {
  return billing_status === 'unpaid' && (status === 'IN_PROGRESS' || status === 'REJECTED');
}

/** Whether it continues after it was sent back. */
export function keepsDate({ status, deliveries }: Dated): boolean {
  const owed = status === 'REJECTED' || status === 'IN_PROGRESS';
  return owed && deliveries.some(({ decision }) => decision === 'rejected');
}
