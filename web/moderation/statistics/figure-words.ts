import type { Statistics } from '#domain/statistics.ts';
import { formatShortDay } from '../../tickets/roadmap/dates.ts';

/** 'Nov 3', the UTC day on which a period begins. */
export function periodLabel(from: Statistics['at']): string {
  return formatShortDay(from);
}

/** '35 min', '3.2 hours', '2.5 days'. */
export function duration(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)} min`;
  const hours = rounded(minutes / 60);
  if (minutes < 48 * 60) return `${hours} ${hours === '1' ? 'hour' : 'hours'}`;
  return `${rounded(minutes / 60 / 24)} days`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** Null without answers. */
export function acceptance({
  accepted,
  sent_back,
}: {
  accepted: number;
  sent_back: number;
}): number | null {
  const answered = accepted + sent_back;
  return answered === 0 ? null : accepted / answered;
}

export function plain(count: number): string {
  return count.toLocaleString('en-US');
}

export const reportAgeWords: Record<Statistics['open_reports'][number]['age'], string> = {
  day: 'Under a day',
  three_days: '1 to 3 days',
  week: '3 to 7 days',
  older: 'Over a week',
};

function rounded(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
