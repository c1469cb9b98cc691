import { Link, useSearchParams } from 'react-router';
import type { ModerationCounts } from '#domain/moderation.ts';
import { paths } from '#domain/paths.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CountMark } from './count-mark.tsx';
import { LedgerAlarm } from './ledger-alarm.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { useModerationCounts } from './use-moderation-counts.ts';

export function meta() {
  return [{ title: 'Moderation · Unblock' }];
}

const meanwhile = () => <SkeletonCards label="Loading" />;
const RequestsTab = onDemand(async () => (await import('./requests-tab.tsx')).RequestsTab, {
  meanwhile,
});
const WaitlistTab = onDemand(async () => (await import('./waitlist-tab.tsx')).WaitlistTab, {
  meanwhile,
});
const AccountsTab = onDemand(async () => (await import('./accounts-tab.tsx')).AccountsTab, {
  meanwhile,
});
const AuditLogTab = onDemand(async () => (await import('./audit-log-tab.tsx')).AuditLogTab, {
  meanwhile,
});

const tabs = [
  { id: 'reports', label: 'Reports', content: <ReportsTab /> },
  { id: 'requests', label: 'Requests', content: <RequestsTab /> },
  { id: 'waitlist', label: 'Waitlist', content: <WaitlistTab /> },
  { id: 'accounts', label: 'Accounts', content: <AccountsTab /> },
  { id: 'audit-log', label: 'Audit Log', content: <AuditLogTab /> },
];
const first = 'reports';

export default function ModerationPage() {
  const [search, setSearch] = useSearchParams();
  const { data } = useModerationCounts();
  useWarmUp(ReasonDialog, RequestsTab, WaitlistTab, AccountsTab, AuditLogTab);
  const asked = search.get('tab');
  const shown = tabs.find(({ id }) => id === asked)?.id ?? first;
  const marked = tabs.map((tab) => {
    const count = data ? waiting(tab.id, data) : 0;
    return count > 0 ? { ...tab, mark: <CountMark count={count} /> } : tab;
  });
  return (
    <>
      <PageHead title="Moderation">
        <MoreLinks />
      </PageHead>
      <DeskOverview />
      <LedgerAlarm />
      <Tabs
        label="Moderation"
        tabs={marked}
        value={shown}
        onChange={(tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })}
      />
    </>
  );
}

/** How much waits behind a tab. */
function waiting(tab: string, counts: ModerationCounts): number {
  const { reports, reviews, requests, appeals, disputes, payments, waitlist } = counts;
  if (tab === 'reports') return reports.count + reviews.count;
  if (tab === 'requests') return requests.count + appeals.count + disputes.count + payments.count;
  return tab === 'waitlist' ? waitlist.count : 0;
}

/** What moderators look at now and then, beside the tabs. */
function MoreLinks() {
  return (
    <nav aria-label="More" tabIndex={-1} className="scrolls-on -m-1 flex min-w-0 gap-2 p-1">
      <Button asChild>
        <Link to={paths.statistics()}>Statistics</Link>
      </Button>
      <Button asChild>
        <Link to={paths.failedMails()}>Failed Mails</Link>
      </Button>
      <Button asChild>
        <Link to={paths.savedReplies()}>Saved Replies</Link>
      </Button>
    </nav>
  );
}

/** All that waits for moderators, how much of each; nothing while nothing does. */
function DeskOverview() {
  const { data } = useModerationCounts();
  const waiting = data ? entries(data).filter(({ count }) => count > 0) : [];
  if (waiting.length === 0) return null;
  return (
    <nav aria-label="What waits" className="mb-2 sm:mb-5">
      <ul
        tabIndex={-1}
        className="scrolls-on -m-1 flex gap-x-5 p-1 text-sm whitespace-nowrap sm:flex-wrap"
      >
        {waiting.map(({ label, to, count }) => (
          <li key={label}>
            <Link
              to={to}
              replace
              preventScrollReset
              className="inline-flex min-h-11 items-center gap-1.5 md:min-h-8"
            >
              <span className="link">{label}</span>
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
    {
      label: 'Reported reviews and quotes',
      to: `${paths.moderationTab('reports')}#reported-reviews`,
      count: counts.reviews.count,
    },
    { label: 'Open appeals', to: queue('appeals'), count: counts.appeals.count },
    { label: 'Open disputes', to: queue('disputes'), count: counts.disputes.count },
    { label: 'Payments in review', to: queue('payments'), count: counts.payments.count },
    { label: 'Applications', to: paths.moderationTab('waitlist'), count: counts.waitlist.count },
  ];
}
