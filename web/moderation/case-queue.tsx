import { useState } from 'react';
import {
  CASE_ORDERS,
  CASE_OWNERS,
  type CaseOrder,
  type CaseOwner,
  HELP_KINDS,
  helpLabel,
} from '#domain/case-queue.ts';
import type { ModeratedTicket } from '#domain/moderation.ts';
import { formatCents } from '#domain/money.ts';
import { excerptOf } from '#domain/plain-text.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { usePages } from '../api/use-pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { type CaseFilter, useCaseSearch } from './case-search.ts';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { RequestLink, SidesAndHeld, Since, Waiting, wordsOf } from './request-table.tsx';
import { cellLook, RowsTable, rowLook } from './rows-table.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

/** Requests that need help: why, in whose words, how much money, and whose case. */
export function CaseQueue() {
  const { query, chosenOf, choose, suffix, arrival } = useCaseSearch();
  // The address comes later than the next letter; a link brings other filters.
  const [person, setPerson] = useState(chosenOf('person'));
  const [arrived, setArrived] = useState(arrival);
  if (arrival !== null && arrival !== arrived) {
    setArrived(arrival);
    setPerson(chosenOf('person'));
  }
  const list = usePages(keys.moderatedTickets(query), '/api/moderation/tickets', { query });
  const isFiltered = Object.keys(query).some((field) =>
    ['taken', 'kind', 'person'].includes(field),
  );
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <Choice label="Sort By" field="sort" options={orders} {...{ chosenOf, choose }} />
        <Choice label="Whose" field="taken" options={owners} {...{ chosenOf, choose }} />
        <Choice label="Why" field="kind" options={kinds} {...{ chosenOf, choose }} />
        <Field label="Name or Email" className="flex-1 sm:max-w-xs sm:min-w-44">
          <Input
            type="search"
            autoComplete="off"
            maxLength={200}
            value={person}
            onChange={(event) => {
              setPerson(event.target.value);
              choose('person', event.target.value);
            }}
          />
        </Field>
      </div>
      <QueueWords of="requests" />
      <CaseWords />
      <PagedList
        list={list}
        loading="Loading requests"
        empty={isFiltered ? 'No request fits.' : 'No request needs your help.'}
      >
        {(tickets) => <CaseTable tickets={tickets} search={suffix} />}
      </PagedList>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  field: CaseFilter;
  options: readonly (readonly [value: string, label: string])[];
  chosenOf: (field: CaseFilter) => string;
  choose: (field: CaseFilter, value: string) => void;
}

function Choice({ label, field, options, chosenOf, choose }: ChoiceProps) {
  return (
    <Field label={label} className="sm:w-40">
      <Select value={chosenOf(field)} onChange={(event) => choose(field, event.target.value)}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const orderWords: Record<CaseOrder, string> = {
  age: 'Oldest first',
  held: 'Held money',
  turn: 'Our turn first',
};
const orders = CASE_ORDERS.map(
  (order) => [order === 'age' ? '' : order, orderWords[order]] as const,
);

const ownerWords: Record<CaseOwner, string> = {
  mine: 'Mine',
  nobody: 'Nobody’s',
  free: 'Mine and nobody’s',
  others: 'Colleagues’',
};
const owners = [
  ['', 'Everybody’s'] as const,
  ...CASE_OWNERS.map((owner) => [owner, ownerWords[owner]] as const),
];

const kinds = [
  ['', 'Any reason'] as const,
  ...HELP_KINDS.map((kind) => [kind, helpLabel(kind)] as const),
];

function CaseWords() {
  const { data } = useModerationCounts();
  if (!data || data.requests.count === 0) return null;
  const { mine, nobodys, held_cents } = data.cases;
  return (
    <p className="text-sm text-ink-soft">
      {formatCents(held_cents)} held, {mine} {mine === 1 ? 'case' : 'cases'} of yours, {nobodys}{' '}
      nobody’s
    </p>
  );
}

interface CaseTableProps {
  tickets: ModeratedTicket[];
  /** The queue's order and filters, for the way to the next case. */
  search: string;
}

/** Requests that need help, one in a row. */
function CaseTable({ tickets, search }: CaseTableProps) {
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
            {wordsOf(help)}
          </q>
        )}
        {help?.reported && (
          <span className="line-clamp-2 text-2xs wrap-anywhere">
            <span className="text-ink-soft">Reported: </span>
            <q dir="auto">{excerptOf(help.reported)}</q>
          </span>
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
  if (!taken_by)
    return <span className="whitespace-nowrap text-ink-soft max-md:hidden">Nobody</span>;
  return (
    <>
      <span className="text-ink-soft md:sr-only">Taken by: </span>
      {taken_by.id === me ? 'You' : taken_by.full_name}
    </>
  );
}
