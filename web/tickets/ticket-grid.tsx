import type { ReactNode } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { errorText } from '../api/api-error.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import type { TicketList } from './use-ticket-list.ts';

interface TicketGridProps {
  list: TicketList;
  /** Shown while the first page loads. */
  loading: ReactNode;
  empty: ReactNode;
  /** Orders and narrows what has come. */
  arranged: (tickets: readonly Ticket[]) => readonly Ticket[];
  /** Of the list; by default cards in columns. */
  look?: string;
  card: (ticket: Ticket) => ReactNode;
}

/** A list of requests in any state: loading, failed, empty or filled. */
export function TicketGrid(props: TicketGridProps) {
  const { list, loading, empty, arranged, look = gridLook, card } = props;
  const { error } = list;
  const tickets = list.tickets && arranged(list.tickets);
  return (
    <>
      {list.isPending && loading}
      {error && <ErrorBox className="mb-4" text={errorText(error)} onRetry={list.refetch} />}
      {tickets?.length === 0 && empty}
      {tickets && tickets.length > 0 && <ul className={look}>{tickets.map(card)}</ul>}
      <ShowMore list={list} />
    </>
  );
}

/** As many columns as keep the cards readable. */
export const gridLook = 'grid gap-2 sm:grid-cols-2 sm:gap-3 xl:grid-cols-3 3xl:grid-cols-4';
