import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { cx } from '../ui/cx.ts';
import { AppealQueue } from './appeal-queue.tsx';
import { CaseQueue } from './case-queue.tsx';
import { CountMark } from './count-mark.tsx';
import { DisputeCard } from './dispute-card.tsx';
import { PagedList } from './paged-list.tsx';
import { PaymentCard } from './payment-card.tsx';
import { QueueWords } from './queue-words.tsx';
import { RequestSearch } from './request-search.tsx';
import { StatusFilter } from './status-filter.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

const queues = [
  { id: 'help', label: 'Needs Help', count: 'requests', Content: CaseQueue },
  { id: 'appeals', label: 'Appeals', count: 'appeals', Content: AppealQueue },
  { id: 'disputes', label: 'Disputes', count: 'disputes', Content: DisputeQueue },
  { id: 'payments', label: 'Payments', count: 'payments', Content: PaymentQueue },
  { id: 'all', label: 'All Requests', count: null, Content: RequestSearch },
] as const;

/** Requests that wait for a moderator, for one reason or another; and all the others. */
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
        <ul className="flex flex-wrap gap-2">
          {queues.map(({ id, label, count }) => (
            <li key={id}>
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

/** Payments that a customer's bank wants back: of those that wait the longest waiting first. */
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

/** First-hour payments that stay held until somebody has looked at them, the longest waiting first. */
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
