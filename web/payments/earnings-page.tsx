import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Earnings } from '#domain/earnings.ts';
import { NEW_UNBLOCKER_MILESTONES, PAYOUT_WAITS_DAYS } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { paymentProviders } from '#domain/payment-provider.ts';
import { errorText } from '../api/api-error.ts';
import { addressOf } from '../api/client.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { dialogOnDemand, onDemand } from '../shell/on-demand.tsx';
import { SaveButton } from '../shell/save-button.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EarningList } from './earning-list.tsx';
import { LongDate } from './long-date.tsx';
import { MonthlyEarnings } from './monthly-earnings.tsx';
import { PayoutAccount } from './payout-account.tsx';
import { useEarnings } from './use-earnings.ts';

const PayOutDialog = dialogOnDemand(
  async () => (await import('./pay-out-dialog.tsx')).PayOutDialog,
);
const WherePaid = onDemand(async () => (await import('./where-paid.tsx')).WherePaid);
// Below the figures.
const Statements = onDemand(async () => (await import('./statements.tsx')).Statements);

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
        <WherePaid />
        <EarningsNotes earnings={earnings} />
      </div>
      {list.entries.length === 0 ? (
        <NothingEarned earnings={earnings} />
      ) : (
        <>
          <MonthlyEarnings months={earnings.months} />
          <Statements />
          <EarningList list={list} />
        </>
      )}
    </div>
  );
}

/** Download as CSV, and pay out. */
function EarningsActs({ earnings }: { earnings: Earnings }) {
  const [paying, setPaying] = useState(false);
  return (
    <>
      <SaveButton size="md" label="All Entries as CSV" save={downloadAll} />
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

function downloadAll(): Promise<void> {
  const address = addressOf('/api/earnings', { query: { format: 'csv' } });
  return saveAnswer(address, 'unblock-earnings.csv');
}

/** Where the developer's money is: held, available, paid out. */
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
    <div className="px-5 py-3 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4 sm:py-4">
      <dt className="text-sm font-medium text-ink-soft">{term}</dt>
      <dd className="max-sm:contents">
        <Money
          cents={cents}
          className="block font-display text-xl leading-tight font-bold sm:mt-1 sm:text-3xl"
        />
        <p className="mt-1.5 text-2xs text-ink-soft max-sm:mt-0.5 max-sm:basis-full">{text}</p>
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

/** What the three figures do not show: money under review, disputed, owed, or a test. */
function EarningsNotes({ earnings }: { earnings: Earnings }) {
  const { looked_at_cents, frozen_cents, owed_cents, payout_account } = earnings;
  const { waiting_cents, waits_until } = earnings;
  return (
    <>
      {looked_at_cents > 0 && (
        <Note>
          We look at <Money cents={looked_at_cents} className="font-semibold" /> of what is held
          before it is released to you. There is nothing for you to do.
        </Note>
      )}
      {frozen_cents > 0 && (
        <Note>
          <Money cents={frozen_cents} className="font-semibold" /> of what you earned is disputed by
          a customer's bank. It is not available until that is decided.
        </Note>
      )}
      {waits_until !== null && (
        <Note>
          <Money cents={waiting_cents} className="font-semibold" /> of what you earned can be paid
          out by <LongDate at={waits_until} />. What you earn with your first{' '}
          {NEW_UNBLOCKER_MILESTONES} milestones waits for {PAYOUT_WAITS_DAYS} days, in case
          something has to be put right.
        </Note>
      )}
      {owed_cents > 0 && (
        <Note>
          Money that you were paid went back to a customer. You owe{' '}
          <Money cents={owed_cents} className="font-semibold" />: what you earn next makes up for it
          first.
        </Note>
      )}
      {!paymentProviders[payout_account.provider].isReal && (
        <p className="text-2xs text-ink-soft">
          Payments run in the sandbox: a payout here is a test transfer, and no real money moves.
        </p>
      )}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="rounded border border-turn bg-turn-soft px-4 py-3 text-sm text-turn-ink">
      {children}
    </p>
  );
}

/** Before the first entry: what has to happen, and where to begin. */
function NothingEarned({ earnings }: { earnings: Earnings }) {
  const { held_cents, looked_at_cents } = earnings;
  if (held_cents > 0) {
    return (
      <EmptyState
        title="Your first earnings are held for you"
        action={
          <Button asChild variant="primary">
            <Link to={paths.developerDashboard()}>Go to Your Requests</Link>
          </Button>
        }
      >
        {held_cents > looked_at_cents ? (
          <>
            <Money cents={held_cents - looked_at_cents} /> is yours once the customer approves the
            work. Hand it in, and you will find it here.
          </>
        ) : (
          <>You will find them here once they are released.</>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing earned yet"
      action={
        <Button asChild variant="primary">
          <Link to={paths.available()}>Find a Request</Link>
        </Button>
      }
    >
      Grab a request, plan its milestones and hand them in. Each milestone that the customer
      approves is paid to you here.
    </EmptyState>
  );
}
