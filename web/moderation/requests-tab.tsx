import { Link, useSearchParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import { cx } from '../ui/cx.ts';
import { AppealQueue } from './appeal-queue.tsx';
import { CountMark } from './count-mark.tsx';
import { DisputeQueue } from './dispute-queue.tsx';
import { HelpQueue } from './help-queue.tsx';
import { PaymentQueue } from './payment-queue.tsx';
import { RequestSearch } from './request-search.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

const queues = [
  { id: 'help', label: 'Needs Help', count: 'requests', Content: HelpQueue },
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
