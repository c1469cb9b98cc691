import type { Ticket } from '#domain/ticket.ts';
import type { Whose } from '#domain/turn-table.ts';
import { type Tone, ToneMark } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

/** Tones of turns, for the progress line and words. */
export const turnTones: Record<Whose, Extract<Tone, 'turn' | 'wait' | 'go'>> = {
  mine: 'turn',
  theirs: 'wait',
  open: 'wait',
  moderator: 'wait',
  done: 'go',
};

/** Whose turn it is and since when: the largest words about a request. */
export function TurnWords({ ticket, className }: { ticket: Ticket; className?: string }) {
  const { whose, sentence, since } = ticket.turn;
  const tone = turnTones[whose];
  return (
    <p
      className={cx(
        'min-w-0 font-display leading-tight font-semibold wrap-anywhere text-balance',
        className,
      )}
    >
      <span className={cx(tone === 'turn' && 'text-turn-ink')}>
        <span className="mr-1.5 inline-block align-[0.08em]">
          <ToneMark tone={tone} />
        </span>
        {sentence}
      </span>{' '}
      <RelativeTime
        at={since}
        className="font-sans text-2xs font-normal whitespace-nowrap text-ink-soft"
      />
    </p>
  );
}
