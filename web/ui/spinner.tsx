import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';

interface SpinnerProps {
  size?: number;
  /** What is loading; null where the text beside it says so. */
  label?: string | null;
  className?: string;
}

export function Spinner({ size = 20, label = 'Loading', className }: SpinnerProps) {
  const turning = <LoaderCircle size={size} aria-hidden className="animate-spin" />;
  if (label === null) return turning;
  return (
    <span role="status" className={cx('inline-flex items-center text-ink-soft', className)}>
      {turning}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Replaces a whole page while it loads. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <Spinner size={28} label={label} />
    </div>
  );
}
