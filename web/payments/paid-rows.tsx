import type { BillingRecord } from '#domain/billing.ts';
import { formatCents } from '#domain/money.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { ChargeRows } from './charge-rows.tsx';

/** What was paid, and what that is made of; nothing where all that came went back as it was. */
export function PaidRows({ record }: { record: BillingRecord }) {
  const { receipt_number, price_cents, estimated_minutes, hourly_rate_cents } = record;
  if (receipt_number === null) return null;
  const isKnown = estimated_minutes !== null && hourly_rate_cents !== null;
  return (
    <ChargeRows
      paid
      charge={{ ...record, cost_cents: price_cents }}
      className="border-y border-line py-5"
      {...(isKnown && {
        made: `${describeWorkTime(estimated_minutes)} at ${formatCents(hourly_rate_cents)} an hour`,
      })}
    />
  );
}
