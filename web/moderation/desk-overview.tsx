import { Link } from 'react-router';
import type { ModerationCounts } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { CountMark } from './count-mark.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

/** All that waits for moderators, how much of each; nothing while nothing does. */
export function DeskOverview() {
  const { data } = useModerationCounts();
  const waiting = data ? entries(data).filter(({ count }) => count > 0) : [];
  if (waiting.length === 0) return null;
  return (
    <nav aria-label="What waits" className="mb-5">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {waiting.map(({ label, to, count }) => (
          <li key={label}>
            <Link
              to={to}
              replace
              preventScrollReset
              className="link inline-flex min-h-11 items-center gap-1.5 md:min-h-8"
            >
              {label}
              <CountMark count={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function entries(counts: ModerationCounts) {
  const queue = paths.requestQueue;
  return [
    { label: 'Money findings', to: '#ledger-alarms', count: counts.ledger_alarms },
    { label: 'My cases', to: `${queue('help')}&taken=mine`, count: counts.cases.mine },
    { label: 'Nobody’s cases', to: `${queue('help')}&taken=nobody`, count: counts.cases.nobodys },
    { label: 'Reported messages', to: paths.moderationTab('reports'), count: counts.reports.count },
    { label: 'Open appeals', to: queue('appeals'), count: counts.appeals.count },
    { label: 'Open disputes', to: queue('disputes'), count: counts.disputes.count },
    { label: 'Payments in review', to: queue('payments'), count: counts.payments.count },
    { label: 'Applications', to: paths.moderationTab('waitlist'), count: counts.waitlist.count },
  ];
}
