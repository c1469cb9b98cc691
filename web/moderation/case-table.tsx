import { helpLabel } from '#domain/desk.ts';
import type { ModeratedTicket } from '#domain/moderation.ts';
import { useProfile } from '../api/session.tsx';
import { Badge } from '../ui/badge.tsx';
import { RequestLink, SidesAndHeld, Since, Waiting } from './request-table.tsx';
import { cellLook, RowsTable, rowLook } from './rows-table.tsx';

interface CaseTableProps {
  tickets: ModeratedTicket[];
  /** The queue's order and filters, for the way to the next case. */
  search: string;
}

/** Requests that need help, one in a row. */
export function CaseTable({ tickets, search }: CaseTableProps) {
  return (
    <RowsTable
      caption="Requests that need help"
      columns={['Request', 'Why', 'Customer', 'Unblocker', 'Held', 'Taken By', 'Since']}
    >
      {tickets.map((ticket) => (
        <CaseRow key={ticket.id} ticket={ticket} search={search} />
      ))}
    </RowsTable>
  );
}

function CaseRow({ ticket, search }: { ticket: ModeratedTicket; search: string }) {
  const { help, asked_at } = ticket;
  return (
    <tr className={rowLook}>
      <td className={`${cellLook} min-w-0 md:max-w-72`}>
        <RequestLink ticket={ticket} search={search} />
      </td>
      <td className={`${cellLook} min-w-0 md:max-w-80`}>
        <span className="flex flex-wrap gap-1">
          {help && <Badge tone="turn">{helpLabel(help.kind)}</Badge>}
          <Waiting ticket={ticket} />
          {asked_at && <Badge>Asked</Badge>}
        </span>
        {help?.by && (
          <span className="mt-1 block text-2xs wrap-anywhere text-ink-soft">
            by {help.by.full_name}
            {help.reason && `: ${help.reason}`}
          </span>
        )}
        {help?.words && (
          <q dir="auto" className="line-clamp-2 text-2xs wrap-anywhere">
            {help.words}
          </q>
        )}
      </td>
      <SidesAndHeld ticket={ticket} />
      <td className={`${cellLook} wrap-anywhere`}>
        <TakenBy ticket={ticket} />
      </td>
      <Since ticket={ticket} />
    </tr>
  );
}

function TakenBy({ ticket: { taken_by } }: { ticket: ModeratedTicket }) {
  const me = useProfile().id;
  if (!taken_by) return <span className="text-ink-soft max-md:hidden">Nobody</span>;
  return (
    <>
      <span className="text-ink-soft md:sr-only">Taken by: </span>
      {taken_by.id === me ? 'You' : taken_by.full_name}
    </>
  );
}
