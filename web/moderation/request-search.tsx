import { useState } from 'react';
import { TICKET_STATUSES, type TicketStatus, ticketStatuses } from '#domain/ticket-status.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { PagedList } from './paged-list.tsx';
import { RequestTable } from './request-table.tsx';

const NUMBER = /^#?[0-9a-f]{6}$/i;

/** Any request, by its number or its status. */
export function RequestSearch() {
  const [status, setStatus] = useState<TicketStatus | ''>('');
  const [number, setNumber] = useState('');
  const typed = number.trim();
  const isNumber = NUMBER.test(typed);
  const query = { ...(status && { status }), ...(isNumber && { q: typed }) };
  const list = usePages(keys.moderatedTickets(query), '/api/moderation/tickets', { query });
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <Field
          label="Number"
          className="w-44"
          error={typed && !isNumber ? 'Six characters, such as #1A2B3C' : undefined}
        >
          <Input
            type="search"
            autoComplete="off"
            placeholder="#1A2B3C"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </Field>
        <Field label="Status" className="w-56">
          <Select
            value={status}
            onChange={(event) =>
              setStatus(TICKET_STATUSES.find((known) => known === event.target.value) ?? '')
            }
          >
            <option value="">Any</option>
            {TICKET_STATUSES.map((known) => (
              <option key={known} value={known}>
                {ticketStatuses[known].label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <PagedList list={list} loading="Loading requests" empty="There is no such request.">
        {(tickets) => <RequestTable tickets={tickets} caption="Requests" />}
      </PagedList>
    </>
  );
}
