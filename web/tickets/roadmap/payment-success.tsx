import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { BillingRecord } from '#domain/billing.ts';
import { firstHourRefusalWords } from '#domain/first-hour.ts';
import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { ApiError, errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { whereItIs } from '../../payments/receipt-words.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Money } from '../../ui/money.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { allows } from './allows.ts';
import { BlockedCheckout } from './blocked-checkout.tsx';
import { PayButton } from './pay-button.tsx';
import { useCheckout } from './use-checkout.ts';
import { useMilestones } from './use-plan-data.ts';

/** Most payments are known within seconds; the others can take days. Below what one person may ask. */
const SOON_MS = 2000;
const LATER_MS = 15_000;
const SOON_TIMES = 20;

export function meta() {
  return [{ title: 'Payment · Unblock' }];
}

/** Where the payment page returns to. It trusts only the server's answer. */
export default function PaymentSuccessPage() {
  const { billingRecordId = '' } = useParams();
  // After a new checkout an answer may arrive at any time.
  const [paying, setPaying] = useState(false);
  const check = useQuery({
    queryKey: keys.billing(billingRecordId),
    queryFn: ({ signal }) =>
      api.post('/api/billing-records/{id}/check', { path: { id: billingRecordId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isOpen(state.data, paying) ? pace(state.dataUpdateCount) : false,
    refetchIntervalInBackground: true,
  });

  if (isUnknown(check.error)) {
    return (
      <PaymentPanel title="Payment not found.">
        <BackToDashboard />
      </PaymentPanel>
    );
  }
  if (!check.data && check.error) {
    return (
      <PaymentPanel title="Your payment could not be checked.">
        <ErrorBox text={errorText(check.error)} />
        <Button variant="primary" onClick={() => check.refetch()}>
          Try Again
        </Button>
      </PaymentPanel>
    );
  }
  switch (check.data?.payment_status) {
    case 'paid':
      return <Paid record={check.data} />;
    case 'not_paid':
      if (check.data.status === 'refunded') return <PaidBack record={check.data} />;
      return <NotPaid record={check.data} onPaying={() => setPaying(true)} />;
    default:
      return <PaymentPanel title="Confirming your payment..." waiting />;
  }
}

/** The next act stands first and wide, the others below it, side by side where they fit. */
const acts = 'flex w-full max-w-sm flex-wrap gap-2 *:flex-1 *:basis-32 *:first:basis-full';

function Paid({ record }: { record: BillingRecord }) {
  const goesOn = record.delivered && record.milestone_id !== null;
  return (
    <PaymentPanel title="Thank you for your payment!" done record={record}>
      <p className="text-ink-soft">{whereItIs(record)}</p>
      <div className={acts}>
        {goesOn ? <BackToDelivery record={record} /> : <BackToDashboard />}
        <Button asChild>
          <Link to={paths.receipt(record.id)}>View Receipt</Link>
        </Button>
        {goesOn && <BackToDashboard isNext={false} />}
      </div>
    </PaymentPanel>
  );
}

/** Continues with the delivery that was paid for. */
function BackToDelivery({ record }: { record: BillingRecord }) {
  return (
    <Button asChild variant="primary">
      <Link to={paths.review(record.ticket_id, record.milestone_id ?? '')}>Open the Delivery</Link>
    </Button>
  );
}

/** It was completed, and refunded since. */
function PaidBack({ record }: { record: BillingRecord }) {
  return (
    <PaymentPanel title="This payment was paid back to you." record={record}>
      <p className="text-ink-soft">{whereItIs(record)}</p>
      <div className={acts}>
        <BackToDashboard />
        <Button asChild>
          <Link to={paths.receipt(record.id)}>View Receipt</Link>
        </Button>
      </div>
    </PaymentPanel>
  );
}

/** Home redirects signed-in people to their dashboard. */
function BackToDashboard({ isNext = true }: { isNext?: boolean }) {
  const navigate = useNavigate();
  return (
    <Button variant={isNext ? 'primary' : 'secondary'} onClick={() => navigate(paths.home())}>
      Back to Dashboard
    </Button>
  );
}

function NotPaid({ record, onPaying }: { record: BillingRecord; onPaying: () => void }) {
  const own = useCheckout();
  const navigate = useNavigate();
  const plan = useMilestones(record.ticket_id);
  // The plan may not be approved, or be left by now.
  const payable = plan.data?.items.find(
    (milestone) => milestone.id === record.milestone_id && allows(milestone, 'checkout'),
  );
  const checkout = {
    ...own,
    open: async (ask: () => Promise<string | null>) => {
      await own.open(ask);
      onPaying();
    },
  };
  return (
    <PaymentPanel title={titles[record.returned_for ? 'returned' : 'open']} record={record}>
      {record.returned_for && (
        <p className="text-ink-soft">
          {firstHourRefusalWords[record.returned_for]} It is {formatCents(record.price_cents)}.
        </p>
      )}
      <BlockedCheckout checkout={own} />
      <div className={acts}>
        {payable && <PayButton variant="primary" milestoneId={payable.id} checkout={checkout} />}
        <Button onClick={() => navigate(paths.review(record.ticket_id, record.milestone_id ?? ''))}>
          {record.delivered ? 'Back to the Delivery' : 'Back to the Roadmap'}
        </Button>
      </div>
    </PaymentPanel>
  );
}

const titles = {
  open: 'This payment was not completed.',
  returned: 'This payment goes back to you.',
};

const pace = (answers: number) => (answers < SOON_TIMES ? SOON_MS : LATER_MS);

function isOpen(record: BillingRecord | undefined, paying: boolean): boolean {
  return record?.payment_status === 'waiting' || (paying && record?.payment_status === 'not_paid');
}

function isUnknown(cause: Error | null): boolean {
  return cause instanceof ApiError && [400, 403, 404].includes(cause.status);
}

interface PaymentPanelProps {
  title: string;
  waiting?: boolean;
  done?: boolean;
  record?: BillingRecord;
  children?: ReactNode;
}

/** The state of a payment. A new title is announced. */
function PaymentPanel({ title, waiting, done, record, children }: PaymentPanelProps) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center gap-5 text-center">
      {waiting && <Spinner size={32} label={null} />}
      {done && (
        <span
          aria-hidden
          className="grid size-14 place-items-center rounded bg-go-soft text-go-ink"
        >
          <Check size={32} />
        </span>
      )}
      <div aria-live="polite">
        <h1 className="text-2xl">{title}</h1>
      </div>
      {record && (
        <p className="card flex w-full items-baseline justify-between gap-4 px-4 py-3 text-left text-sm">
          <bdi className="min-w-0 wrap-anywhere">{record.milestone_title}</bdi>
          <b>
            <Money cents={record.charge_cents} />
          </b>
        </p>
      )}
      {children}
    </div>
  );
}
