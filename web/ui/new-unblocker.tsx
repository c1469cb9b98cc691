import { newUnblockerWords } from '#domain/availability-words.ts';
import { cx } from './cx.ts';

interface NewUnblockerProps {
  /** How many of their first requests are finished; null for whoever is not new. */
  finished: number | null | undefined;
  className?: string;
}

/** That an unblocker is new: 'New on Unblock: 1 of first 3 requests finished'. Nothing for others. */
export function NewUnblocker({ finished, className }: NewUnblockerProps) {
  if (finished === null || finished === undefined) return null;
  return (
    <span className={cx('inline-flex items-baseline gap-1.5', className)}>
      <span aria-hidden className="inline-block size-2 shrink-0 border-[1.5px] border-current" />
      {newUnblockerWords(finished)}
    </span>
  );
}
