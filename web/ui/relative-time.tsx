import { useEffect, useState } from 'react';

interface RelativeTimeProps {
  at: string | Date;
  className?: string;
}

export function RelativeTime({ at, className }: RelativeTimeProps) {
  const moment = new Date(at);
  const now = useMinute();
  return (
    <time dateTime={moment.toISOString()} title={moment.toLocaleString()} className={className}>
      {timeAgo(moment, now)}
    </time>
  );
}

/** 'just now', then minutes, hours and days ago; from a week on the local date. */
function timeAgo(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return ago(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return ago(hours, 'hour');
  const days = Math.floor(hours / 24);
  return days < 7 ? ago(days, 'day') : moment.toLocaleDateString();
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** The present, moving on once a minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
