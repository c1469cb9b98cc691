import type { Milestone } from '#domain/milestone.ts';
import { formatDay } from '../tickets/roadmap/dates.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

/** An event of the request, between the messages. */
export interface Happening {
  key: string;
  text: string;
  /** ISO 8601. */
  at: string;
}

/** A small line that needs no answer. */
export function HappeningLine({ happening: { text, at } }: { happening: Happening }) {
  return (
    <p className="flex flex-wrap justify-center gap-x-2 px-4 text-center text-2xs text-ink-soft md:px-6">
      <span className="wrap-anywhere">{text}</span>
      <RelativeTime at={at} className="whitespace-nowrap" />
    </p>
  );
}

interface Told {
  id: number;
  event: string;
  text: string;
  milestone_id: string | null;
  created_at: string | Date;
}

/** Events between messages: steps, with their dates, and passed deadlines. */
export function happenings(
  lines: readonly Told[],
  milestones: readonly Milestone[] = [],
): Happening[] {
  const steps = lines.map((line) => {
    const milestone = milestones.find(({ id }) => id === line.milestone_id);
    const due = line.event === 'milestone_started' ? milestone?.due_at : null;
    const text = due ? `${line.text} · due ${formatDay(due)}` : line.text;
    return { key: `line-${line.id}`, text, at: iso(line.created_at) };
  });
  // A missed deadline is in the history.
  const isMissed = (id: string) =>
    lines.some((line) => line.event === 'deadline_missed' && line.milestone_id === id);
  const missed = milestones.flatMap(({ id, title, late, due_at }) =>
    late && due_at && !isMissed(id)
      ? [{ key: `due-${id}`, text: `“${title}” was due and is late`, at: iso(due_at) }]
      : [],
  );
  return [...steps, ...missed].sort((a, b) => a.at.localeCompare(b.at));
}

function iso(at: string | Date): string {
  return new Date(at).toISOString();
}
