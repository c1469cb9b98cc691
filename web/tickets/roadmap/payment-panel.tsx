import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BillingRecord } from '#domain/billing.ts';
import { Money } from '../../ui/money.tsx';
import { Spinner } from '../../ui/spinner.tsx';

interface PaymentPanelProps {
  title: string;
  waiting?: boolean;
  done?: boolean;
  record?: BillingRecord;
  children?: ReactNode;
}

/** What has become of a payment. The title is read out when it changes. */
export function PaymentPanel({ title, waiting, done, record, children }: PaymentPanelProps) {
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
