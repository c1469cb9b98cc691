import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { BillingRecord } from '#domain/billing.ts';
import { paths } from '#domain/paths.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';

export function meta() {
  return [{ title: 'Receipt · Unblock' }];
}

/** A printable receipt of a milestone, with its refunds. */
export default function ReceiptPage() {
  const { billingRecordId = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.receipt(billingRecordId),
    queryFn: ({ signal }) =>
      api.get('/api/billing-records/{id}', { path: { id: billingRecordId }, signal }),
  });
  if (isPending) {
    return (
      <Plain>
        <SkeletonCards count={1} label="Loading the receipt" />
      </Plain>
    );
  }
  if (data) return hasReceipt(data) ? <ReceiptSheet record={data} /> : <NotPaid record={data} />;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound />;
  return (
    <Plain>
      <ErrorBox text={errorText(error)} onRetry={() => refetch()} />
    </Plain>
  );
}

function hasReceipt({ receipt_number, refunds }: BillingRecord): boolean {
  return receipt_number !== null || refunds.length > 0;
}

function NotPaid({ record }: { record: BillingRecord }) {
  return (
    <Plain>
      <EmptyState
        title="There is no receipt yet"
        action={
          <Button asChild variant="primary">
            <Link to={paths.plan('customer', record.ticket_id)}>Back to the Roadmap</Link>
          </Button>
        }
      >
        <bdi className="font-bold wrap-anywhere">{record.milestone_title}</bdi> is not paid.
      </EmptyState>
    </Plain>
  );
}

function NotFound() {
  return (
    <Plain>
      <EmptyState
        title="Receipt not found."
        action={
          <Button asChild variant="primary">
            <Link to={paths.customerDashboard()}>Return to Dashboard</Link>
          </Button>
        }
      >
        It does not exist, or it is somebody else's.
      </EmptyState>
    </Plain>
  );
}

function Plain({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title="Receipt" />
      {children}
    </div>
  );
}
