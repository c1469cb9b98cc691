import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface EmptyStateProps {
  title?: string;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** An empty list: what is missing, and what to do first. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'card flex flex-col items-center gap-4 border-dashed px-6 py-12 text-center',
        className,
      )}
    >
      <span aria-hidden className="relative block h-9 w-16">
        <span className="absolute inset-y-0 left-0 w-8 rounded-[3px] bg-wait-soft" />
        <span className="absolute -top-1.5 right-0 h-9 w-6 rounded-[3px] border-2 border-dashed border-go" />
      </span>
      {title && <p className="font-display text-lg font-semibold">{title}</p>}
      <div className="max-w-prose text-sm leading-relaxed text-ink-soft">{children}</div>
      {action}
    </div>
  );
}
