import { dayWords } from '#domain/day-words.ts';
import { cx } from '../ui/cx.ts';
import { useMinute } from '../ui/use-minute.ts';

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
