import type { Ticket } from '#domain/ticket.ts';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TURN_FILTERS, type TurnFilter, turnFilters } from './by-turn.ts';

interface TurnFilterChipsProps {
  tickets: readonly Ticket[];
  chosen: TurnFilter | null;
  onChoose: (filter: TurnFilter | null) => void;
}

/** With fewer everything is in sight. */
const WORTH_FILTERING = 4;

/** Counts that narrow the list: what is mine to do, unread, late, not paid. */
export function TurnFilterChips({ tickets, chosen, onChoose }: TurnFilterChipsProps) {
  const counted = TURN_FILTERS.map((filter) => ({
    filter,
    count: tickets.filter(turnFilters[filter].fits).length,
  }));
  // One that fits nothing says nothing, but the one that was pressed can be pressed again.
  const offered = counted.filter(({ filter, count }) => count > 0 || filter === chosen);
  if (tickets.length < WORTH_FILTERING && chosen === null) return null;
  if (offered.length === 0) return null;
  return (
    <ul aria-label="Filters" className="mb-3 flex flex-wrap gap-1.5">
      {offered.map(({ filter, count }) => {
        const { label } = turnFilters[filter];
        const isChosen = chosen === filter;
        return (
          <li key={filter}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? null : filter)}
              className={cx(
                'inline-flex min-h-11 items-center gap-2 rounded-full border px-3 text-sm transition-colors md:min-h-8',
                isChosen
                  ? 'border-ink bg-sunken font-medium'
                  : 'border-line bg-surface hover:bg-sunken',
              )}
            >
              {label}
              <span className="figures text-2xs text-ink-soft">{count}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** In place of a list that was narrowed to nothing. */
export function NothingFits() {
  return <EmptyState>Nothing here just now. Press the filter again to see all.</EmptyState>;
}
