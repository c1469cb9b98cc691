import { cx } from '../ui/cx.ts';

interface ProgressBarProps {
  /** What moves on. */
  label: string;
  /** From 0 to 1. */
  value: number;
  /** It stands still on purpose. */
  still?: boolean;
}

export function ProgressBar({ label, value, still = false }: ProgressBarProps) {
  const percent = Math.floor(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-wait-soft"
    >
      <div
        className={cx(
          'h-full rounded-full transition-[width] duration-200',
          still ? 'bg-wait' : 'bg-go',
        )}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
