import { memo } from 'react';
import { relativeTime } from '#domain/relative-time.ts';
import { localMoment } from './local-time.ts';
import { useMinute } from './use-minute.ts';

interface RelativeTimeProps {
  at: string | Date;
  className?: string;
}

/** How long ago, kept up to date; the tooltip has the exact time. */
export const RelativeTime = memo(function RelativeTime({ at, className }: RelativeTimeProps) {
  const moment = new Date(at);
  const now = useMinute();
  return (
    <time
      dateTime={moment.toISOString()}
      title={localMoment(moment)}
      // Keeps its number separate from a preceding name in a right-to-left script.
      dir="auto"
      className={className}
    >
      {relativeTime(moment, now)}
    </time>
  );
});
