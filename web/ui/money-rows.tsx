import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Money } from './money.tsx';

/** A bill: labelled amounts in a column. */
export function MoneyRows({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx('space-y-2 text-sm', className)}>{children}</dl>;
}

interface MoneyRowProps {
  term: ReactNode;
  cents: number;
  /** Subtracted, with a minus. */
  off?: boolean;
  strong?: boolean;
  soft?: boolean;
}

export function MoneyRow({
  term,
  cents,
  off = false,
  strong = false,
  soft = false,
}: MoneyRowProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4',
        strong && 'border-t border-line pt-2 font-semibold',
        soft && 'text-ink-soft',
      )}
    >
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd>
        {off && '−'}
        <Money cents={cents} />
      </dd>
    </div>
  );
}
