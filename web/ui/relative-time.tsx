import { memo } from 'react';
import { relativeTime } from '#domain/relative-time.ts';
import { localMoment } from './local-time.ts';
import { useMinute } from './use-minute.ts';

interface RelativeTimeProps {
  at: string | Date;
  className?: string;
}

/** How long ago something was, kept up to date; the exact time is shown when pointed at. */
export const RelativeTime = memo(function RelativeTime({ at, className }: RelativeTimeProps) {
  const moment = new Date(at);
  const now = useMinute();
  return (
    <time
      dateTime={moment.toISOString()}
      title={localMoment(moment)}
      // Its number is no part of a name in another script that stands before it.
      dir="auto"
      className={className}
    >
      {relativeTime(moment, now)}
    </time>
  );
});
