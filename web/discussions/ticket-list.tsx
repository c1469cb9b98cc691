import { errorText } from '../api/api-error.ts';
import type { TicketList as Tickets } from '../requests/use-ticket-list.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { TicketListEntry } from './ticket-list-entry.tsx';

interface TicketListProps {
  list: Tickets;
  selected: string | undefined;
  className: string;
}

export function TicketList({ list, selected, className }: TicketListProps) {
  const { tickets, isPending, error, refetch } = list;
  return (
    <section
      aria-labelledby="your-tickets"
      className={cx('card flex min-h-0 flex-col overflow-hidden', className)}
    >
      <h2 id="your-tickets" className="border-b border-line px-4 py-3 text-base">
        Your Tickets
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isPending && <SkeletonCards label="Loading your tickets" className="p-3" />}
        {error && (
          <ErrorBox
            className="m-3 flex-wrap"
            text={errorText(error)}
            action={
              <Button size="sm" onClick={refetch}>
                Try Again
              </Button>
            }
          />
        )}
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
        {list.hasMore && (
          <div className="border-t border-line p-3">
            <Button className="w-full" pending={list.isLoadingMore} onClick={list.loadMore}>
              Show More
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
