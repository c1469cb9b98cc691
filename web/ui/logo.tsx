import { cx } from './cx.ts';

/** Two blocks, one moved aside to open a way. */
export function LogoMark({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className={className}>
      <rect x="3" y="11" width="13" height="13" rx="2" className="fill-ink" />
      <rect x="14.5" y="2.5" width="10.5" height="10.5" rx="2" className="fill-go stroke-paper" />
    </svg>
  );
}

/** Where there is no room for the word it goes whole, on a second line out of sight. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex h-7 flex-wrap items-center gap-x-2 gap-y-4 overflow-hidden',
        className,
      )}
    >
      <LogoMark />
      <span className="font-display text-xl leading-7 font-bold tracking-tight">Unblock</span>
    </span>
  );
}
