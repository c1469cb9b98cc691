import { Clock } from 'lucide-react';
import { isSide } from '#domain/relation.ts';
import type { Ticket } from '#domain/ticket.ts';
import { timeLeft, timerWords } from '#domain/timer-words.ts';
import { cx } from '../ui/cx.ts';
import { LocalMoment } from '../ui/local-moment.tsx';
import { useMinute } from '../ui/use-minute.ts';

/**
 * The next automatic step, and when, in the reader's time zone. The countdown is visual only: screen
 * readers get the moment, once.
 */
export function TimerLine({ ticket, className }: { ticket: Ticket; className?: string }) {
  const now = useMinute();
  const { timer, relation } = ticket;
  if (!timer || !isSide(relation)) return null;
  const left = timeLeft(new Date(timer.at), now);
  const { past, ...coming } = timerWords[timer.kind];
  const [before, after] = ((left === null && past) || coming)[relation].split('{at}');
  return (
    <p className={cx('flex items-start gap-1.5 text-2xs text-ink-soft', className)}>
      <Clock size={14} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0">
        {before}
        <LocalMoment at={timer.at} />
        {after}
        {left && <span aria-hidden> · {left}</span>}
      </span>
    </p>
  );
}
