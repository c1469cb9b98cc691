import { formatCents } from '#domain/money.ts';
import { cx } from './cx.ts';

/** Cents as '$1,234.50', in tabular figures; negative ones with a true minus. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {cents < 0 && '−'}
      {formatCents(Math.abs(cents))}
    </span>
  );
}
