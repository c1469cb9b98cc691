import type { TicketCounts } from '#domain/ticket.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const counters: readonly [keyof TicketCounts, string][] = [
  ['in_progress', 'In Progress'],
  ['awaiting_response', 'Awaiting Response'],
  ['completed', 'Completed'],
];

/** The three counters of a developer; undefined while they load. */
export function TicketCounters({ counts }: { counts: TicketCounts | undefined }) {
  return (
    <dl className="card grid w-full grid-cols-3 divide-x divide-line sm:w-auto">
      {counters.map(([name, label]) => (
        <div key={name} className="flex flex-col-reverse justify-end px-4 py-2 sm:px-5">
          <dt className="text-2xs text-ink-soft">{label}</dt>
          <dd className="figures font-display text-2xl leading-tight font-bold">
            {counts ? counts[name] : <Skeleton className="my-1 h-6 w-6" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
