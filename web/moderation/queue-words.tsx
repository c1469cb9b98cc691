import type { ModerationCounts, Queue } from '#domain/moderation.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

type QueueName = Exclude<keyof ModerationCounts, 'ledger_alarms' | 'cases'>;

/** '3 wait, the oldest since 2 hours ago': the number on the tab in words. */
export function QueueWords({ of }: { of: QueueName }) {
  const { data } = useModerationCounts();
  const queue: Queue | undefined = data?.[of];
  if (!queue || queue.count === 0 || queue.oldest_at === null) return null;
  return (
    <p className="text-sm text-ink-soft">
      <span className="figures font-medium text-ink">{queue.count}</span>{' '}
      {queue.count === 1 ? 'waits' : 'wait'}, the oldest came <RelativeTime at={queue.oldest_at} />
    </p>
  );
}
