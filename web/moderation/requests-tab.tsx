import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import { TICKET_STATUSES, type TicketStatus, ticketStatuses } from '#domain/ticket-status.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import { AppealQueue } from './appeal-queue.tsx';
import { CaseQueue } from './case-queue.tsx';
import { CountMark } from './count-mark.tsx';
import { DisputeCard } from './dispute-card.tsx';
import { PagedList } from './paged-list.tsx';
import { PaymentCard } from './payment-card.tsx';
import { QueueWords } from './queue-words.tsx';
import { RequestTable } from './request-table.tsx';
import { StatusFilter } from './status-filter.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

const NUMBER = /^#?[0-9a-f]{6}$/i;

/** Finds any request by number or status. */
function RequestSearch() {
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

const queues = [
  { id: 'help', label: 'Needs Help', count: 'requests', Content: CaseQueue },
  { id: 'appeals', label: 'Appeals', count: 'appeals', Content: AppealQueue },
  { id: 'disputes', label: 'Disputes', count: 'disputes', Content: DisputeQueue },
  { id: 'payments', label: 'Payments', count: 'payments', Content: PaymentQueue },
  { id: 'all', label: 'All Requests', count: null, Content: RequestSearch },
] as const;

/** Requests that wait for a moderator for any reason, and all others. */
export function RequestsTab() {
  const [search] = useSearchParams();
  const { data } = useModerationCounts();
  const asked = search.get('queue');
  const shown = queues.find(({ id }) => id === asked) ?? queues[0];
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="sr-only">
        Requests
      </h2>
      <nav aria-label="Queues" className="mb-4">
        <ul tabIndex={-1} className="scrolls-on -m-1 flex gap-2 p-1 sm:flex-wrap">
          {queues.map(({ id, label, count }) => (
            <li key={id} className="shrink-0">
              <Link
                to={paths.requestQueue(id)}
                replace
                preventScrollReset
                aria-current={id === shown.id ? 'true' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center gap-2 rounded border px-3 text-sm font-medium md:min-h-9',
                  id === shown.id
                    ? 'border-ink bg-surface text-ink'
                    : 'border-line text-ink-soft hover:border-edge hover:text-ink',
                )}
              >
                {label}
                {count && data && data[count].count > 0 && (
                  <span aria-hidden>
                    <CountMark count={data[count].count} />
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <shown.Content />
    </section>
  );
}

/** Disputes; waiting ones longest waiting first. */
function DisputeQueue() {
  const [shown, setShown] = useState<keyof typeof words>('waiting');
  const waiting = shown === 'waiting';
  const list = usePages(keys.disputes(waiting), '/api/moderation/disputes', {
    query: { waiting: `${waiting}`, order: waiting ? 'oldest' : 'newest' },
  });
  return (
    <>
      <StatusFilter value={shown} words={words} onChange={setShown}>
        <QueueWords of="disputes" />
      </StatusFilter>
      <PagedList list={list} loading="Loading disputes" empty={words[shown].empty}>
        {(disputes) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {disputes.map((dispute) => (
              <DisputeCard key={dispute.id} dispute={dispute} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const words = {
  waiting: { label: 'Waiting', empty: 'No dispute over money waits.' },
  all: { label: 'All', empty: 'There was no dispute over money yet.' },
};

/** First-hour payments to review, longest waiting first. */
function PaymentQueue() {
  const list = usePages(keys.paymentReviews(), '/api/moderation/payments');
  return (
    <div className="space-y-3">
      <QueueWords of="payments" />
      <PagedList list={list} loading="Loading payments" empty="No payment has to be looked at.">
        {(payments) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {payments.map((payment) => (
              <PaymentCard key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
