import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface ErrorBoxProps {
  text: string | null | undefined;
  /** The reason, in an element of its own, so that both can be found by their exact text. */
  reason?: string | undefined;
  onRetry?: () => void;
  /** Another remedy. */
  action?: ReactNode;
  className?: string;
}

/** The error box of a form or page, announced at once. */
export function ErrorBox({ text, reason, onRetry, className, ...props }: ErrorBoxProps) {
  if (!text) return null;
  const action = onRetry ? <TryAgain onClick={onRetry} /> : props.action;
  return (
    <div
      role="alert"
      className={cx(
        'flex items-start gap-2.5 rounded border border-harm bg-harm-soft px-3 py-2.5 text-sm text-harm-ink',
        className,
      )}
    >
      <CircleAlert
        size={18}
        aria-hidden
        className={cx('shrink-0', action ? 'self-center' : 'mt-px')}
      />
      <span className="min-w-0 flex-1 self-center break-words">
        <span className="block">{text}</span>
        {reason && <span className="block">{reason}</span>}
      </span>
      {action}
    </div>
  );
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      Try Again
    </Button>
  );
}
