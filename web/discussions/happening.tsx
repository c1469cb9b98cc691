import { dayWords } from '#domain/day-words.ts';
import type { Milestone } from '#domain/milestone.ts';
import { formatDay } from '../tickets/roadmap/dates.ts';
import { cx } from '../ui/cx.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useMinute } from '../ui/use-minute.ts';

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

/** Above the first message of a day. */
export function DayLine({ at }: { at: number }) {
  return (
    <Line className="text-ink-soft before:bg-line after:bg-line">
      {dayWords(new Date(at), useMinute())}
    </Line>
  );
}

/** Above the unread messages. */
export function UnreadLine() {
  return <Line className="font-semibold text-turn-ink before:bg-turn after:bg-turn">Unread</Line>;
}

function Line({ className, children }: { className: string; children: string }) {
  return (
    <p
      className={cx(
        'flex items-center gap-3 px-4 pt-4 pb-1 text-2xs before:h-px before:flex-1 after:h-px after:flex-1 md:px-6',
        className,
      )}
    >
      {children}
    </p>
  );
}
