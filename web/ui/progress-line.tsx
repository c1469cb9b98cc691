import { PROGRESS_STEPS, type TicketStatus, ticketStatuses } from '#domain/ticket-status.ts';
import type { Tone } from './badge.tsx';
import { cx } from './cx.ts';
import { StatusBadge } from './status-badge.tsx';

interface ProgressLineProps {
  status: TicketStatus;
  /** The colour of the current block: 'turn' when the viewer has to act. */
  tone?: Extract<Tone, 'turn' | 'wait' | 'go'>;
  /** Only the blocks are visible; screen readers get the words. */
  compact?: boolean;
}

/** Five blocks, the current one moved aside to open a way. Ended requests show a badge. */
export function ProgressLine({ status, tone = 'wait', compact = false }: ProgressLineProps) {
  const current = PROGRESS_STEPS.indexOf(status);
  if (current === -1) return <StatusBadge status={status} />;
  return (
    <ol aria-label="Progress" className="flex w-full gap-1">
      {PROGRESS_STEPS.map((step, position) => {
        const place = position < current ? 'done' : position === current ? 'current' : 'ahead';
        return (
          <li
            key={step}
            aria-current={place === 'current' ? 'step' : undefined}
            className="min-w-0 flex-1 pt-1.5"
          >
            <Block place={place} tone={tone} />
            <span
              className={cx(
                'mt-1.5 block text-2xs leading-tight',
                place === 'current' ? 'font-semibold text-ink' : 'text-ink-soft',
                compact ? 'sr-only' : 'max-sm:sr-only',
                !compact &&
                  place === 'current' &&
                  'max-sm:not-sr-only max-sm:mt-1.5! max-sm:whitespace-nowrap!',
                !compact && position > 2 && 'max-sm:float-right',
              )}
            >
              {ticketStatuses[step].label}
              {place === 'done' && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

type Place = 'done' | 'current' | 'ahead';

function Block({ place, tone }: { place: Place; tone: 'turn' | 'wait' | 'go' }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block h-2.5 rounded-[2px] border transition-transform duration-200',
        place === 'done' && 'border-go bg-go forced-colors:bg-[CanvasText]',
        place === 'ahead' && 'border-line bg-wait-soft',
        place === 'current' && '-translate-y-1.5 border-[1.5px]',
        place === 'current' && open[tone],
      )}
    />
  );
}

const open = {
  turn: 'border-turn-ink bg-turn',
  wait: 'border-wait-ink bg-wait-soft',
  go: 'border-go bg-go-soft',
};
