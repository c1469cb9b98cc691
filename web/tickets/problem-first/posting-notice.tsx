import { Check, CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { type Posting, postedFor, posting, usePosting } from './posting.ts';

/** Where the request stands that was submitted before there was an account. */
export function PostingNotice() {
  const now = usePosting();
  const words = now && wordsOf(now);
  return (
    <div role="status">
      {now && words && (
        <div
          className={cx(
            'border-b border-line px-4 py-2.5 text-sm',
            now.stage === 'failed' ? 'bg-turn-soft text-turn-ink' : 'bg-go-soft text-go-ink',
          )}
        >
          <div className="mx-auto flex max-w-3xl items-center justify-center gap-x-3">
            {(now.stage === 'held' || now.stage === 'before') && (
              <Check size={18} aria-hidden className="shrink-0" />
            )}
            {now.stage === 'failed' && <CircleAlert size={18} aria-hidden className="shrink-0" />}
            {(now.stage === 'holding' || now.stage === 'posting') && (
              <Spinner size={18} label={null} />
            )}
            <p className="min-w-0">{words}</p>
            {now.stage === 'failed' && (
              <Button size="sm" onClick={() => posting.show({ stage: 'account' })}>
                Try Again
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

function wordsOf({ stage, sent, files, email = '' }: Posting): string | null {
  const left = files - sent;
  const counted = files > 0 ? ` File ${Math.min(sent + 1, files)} of ${files}.` : '';
  switch (stage) {
    case 'account':
      return null;
    case 'holding':
      return `Your request is on its way to us. Please keep this page open.${counted}`;
    case 'held':
      return left > 0
        ? `Your request is safe. It is posted by itself once you confirm your address; ${left} of its files follow when you sign in here.`
        : 'Your request is safe. It is posted by itself once you confirm your address, on any device.';
    case 'failed':
      return 'Your request is kept on this device, but it has not reached us yet.';
    case 'posting':
      return `Posting your request.${counted}`;
    case 'before':
      return postedFor(email);
  }
}
