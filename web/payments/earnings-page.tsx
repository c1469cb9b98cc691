import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Earnings } from '#domain/earnings.ts';
import { errorText } from '../api/api-error.ts';
import { addressOf } from '../api/client.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { alertFailure } from '../ui/alert-failure.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EarningList } from './earning-list.tsx';
import { EarningsNotes } from './earnings-notes.tsx';
import { MonthlyEarnings } from './monthly-earnings.tsx';
import { NothingEarned } from './nothing-earned.tsx';
import { PayOutDialog } from './pay-out-dialog.tsx';
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

/** What a developer can do with their earnings: have them as a table, have them paid out. */
function EarningsActs({ earnings }: { earnings: Earnings }) {
  const [paying, setPaying] = useState(false);
  const download = useMutation({
    mutationFn: () =>
      saveAnswer(addressOf('/api/earnings', { query: { format: 'csv' } }), 'unblock-earnings.csv'),
    onError: (cause) => alertFailure('Failed to download your earnings.', errorText(cause)),
  });
  return (
    <>
      <Button pending={download.isPending} onClick={() => download.mutate()}>
        <Download size={16} aria-hidden />
        Download CSV
      </Button>
      <PermittedButton
        permission={earnings.actions['pay-out']}
        variant="primary"
        onClick={() => setPaying(true)}
      >
        Pay Out
      </PermittedButton>
      {paying && <PayOutDialog earnings={earnings} onClose={() => setPaying(false)} />}
    </>
  );
}

/** Where the developer's money is: with us, theirs to take, theirs. */
function EarningsFigures({ earnings }: { earnings: Earnings }) {
  return (
    <dl className="card grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      <Figure
        term="Held"
        cents={earnings.held_cents}
        text="Paid by customers, and not released to you yet."
      />
      <Figure
        term="Available"
        cents={earnings.available_cents}
        text="For approved work. Yours to have paid out."
      />
      <Figure
        term="Paid Out"
        cents={earnings.paid_out_cents}
        text="On its way to you, or with you already."
      />
    </dl>
  );
}

function Figure({ term, cents, text }: { term: string; cents: number; text: string }) {
  return (
    <div className="px-5 py-3 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 sm:py-4">
      <dt className="text-sm font-medium text-ink-soft max-sm:self-center">{term}</dt>
      <dd className="max-sm:contents">
        <Money
          cents={cents}
          className="block font-display text-xl leading-tight font-bold sm:mt-1 sm:text-3xl"
        />
        <p className="mt-1.5 text-2xs text-ink-soft max-sm:col-span-2 max-sm:mt-0.5">{text}</p>
      </dd>
    </div>
  );
}

const FIGURES = ['held', 'available', 'paid out'];
const ROWS = ['first', 'second', 'third', 'fourth'];

/** The page in its final layout, while it loads. */
function EarningsSkeleton() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading your earnings</span>
      <div className="card grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {FIGURES.map((figure) => (
          <div key={figure} className="space-y-2.5 px-5 py-4">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-8 w-32" />
            <Skeleton className="h-3 w-44" />
          </div>
        ))}
      </div>
      <div className="card p-5">
        <Skeleton className="h-56 w-full" />
      </div>
      <div className="card divide-y divide-line">
        {ROWS.map((row) => (
          <div key={row} className="flex justify-between gap-4 px-5 py-4">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
    </div>
  );
}
