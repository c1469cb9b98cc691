import type { Earnings } from '#domain/earnings.ts';
import { errorText } from '../api/api-error.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EarningList } from './earning-list.tsx';
import { EarningsActs } from './earnings-acts.tsx';
import { EarningsFigures } from './earnings-figures.tsx';
import { EarningsNotes } from './earnings-notes.tsx';
import { EarningsSkeleton } from './earnings-skeleton.tsx';
import { MonthlyEarnings } from './monthly-earnings.tsx';
import { NothingEarned } from './nothing-earned.tsx';
import { PayoutAccount } from './payout-account.tsx';
import { useEarnings } from './use-earnings.ts';

export function meta() {
  return [{ title: 'Earnings · Unblock' }];
}

export default function EarningsPage() {
  const list = useEarnings();
  const { earnings } = list;
  return (
    <>
      <PageHead
        title="Earnings"
        subtitle="Your share of what customers pay: the price less the platform fee."
      >
        {earnings && <EarningsActs earnings={earnings} />}
        {list.isPending && <Skeleton className="h-11 w-64 md:h-10" />}
      </PageHead>
      {list.isPending && <EarningsSkeleton />}
      {list.error && (
        <ErrorBox className="mb-4" text={errorText(list.error)} onRetry={list.refetch} />
      )}
      {earnings && <Loaded earnings={earnings} list={list} />}
    </>
  );
}

function Loaded({ earnings, list }: { earnings: Earnings; list: ReturnType<typeof useEarnings> }) {
  return (
    <div className="space-y-8">
      <div className="space-y-4">
        <PayoutAccount earnings={earnings} />
        <EarningsFigures earnings={earnings} />
        <EarningsNotes earnings={earnings} />
      </div>
      {list.entries.length === 0 ? (
        <NothingEarned earnings={earnings} />
      ) : (
        <>
          <MonthlyEarnings months={earnings.months} />
          <EarningList list={list} />
        </>
      )}
    </div>
  );
}
