import { firstHourWords } from '#domain/first-hour.ts';
import type { Milestone } from '#domain/milestone.ts';

/** Says before paying whether the first-hour price applies, or why not. */
export function FirstHourNote({ milestone }: { milestone: Milestone }) {
  const { first_hour } = milestone;
  if (first_hour === null) return null;
  return <p className="mt-3 text-sm text-ink-soft">{firstHourWords[first_hour]}</p>;
}
