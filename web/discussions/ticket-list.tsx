import { errorText } from '../api/api-error.ts';
import type { TicketList as Tickets } from '../tickets/use-ticket-list.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { TicketListEntry } from './ticket-list-entry.tsx';

interface TicketListProps {
  list: Tickets;
  selected: string | undefined;
}

export function TicketList({ list, selected }: TicketListProps) {
  const { tickets, isPending, error, refetch } = list;
  return (
    <>
      {isPending && <SkeletonCards label="Loading your tickets" className="p-3" />}
      {error && <ErrorBox className="m-3 flex-wrap" text={errorText(error)} onRetry={refetch} />}
      {tickets?.length === 0 && (
        <p className="px-4 py-6 text-sm text-ink-soft">No tickets available</p>
      )}
      {tickets && tickets.length > 0 && (
        <ul className="divide-y divide-line">
          {tickets.map((ticket) => (
            <TicketListEntry key={ticket.id} ticket={ticket} selected={ticket.id === selected} />
          ))}
        </ul>
      )}
      <ShowMore list={list} className="border-t border-line p-3" />
    </>
  );
}
