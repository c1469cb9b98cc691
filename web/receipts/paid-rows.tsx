import type { BillingRecord } from '#domain/billing.ts';
import { formatCents, PLATFORM_FEE_PERCENT } from '#domain/money.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { MoneyRow, MoneyRows } from '../ui/money-rows.tsx';

/** What was paid, and what that is made of; nothing where all that came went back as it was. */
export function PaidRows({ record }: { record: BillingRecord }) {
  if (record.receipt_number === null) return null;
  return (
    <MoneyRows className="border-y border-line py-5">
      <MoneyRow term={`Cost${made(record)}`} cents={record.price_cents} />
      {record.discount_cents > 0 && (
        <MoneyRow term="First-hour price" cents={record.discount_cents} off />
      )}
      <MoneyRow term="You paid" cents={record.charge_cents} strong />
      <MoneyRow term={`${PLATFORM_FEE_PERCENT}% fee, included`} cents={record.fee_cents} soft />
    </MoneyRows>
  );
}

/** ': 2 hours at $50.00 an hour'. */
function made({ estimated_minutes, hourly_rate_cents }: BillingRecord): string {
  if (estimated_minutes === null || hourly_rate_cents === null) return '';
  return `: ${describeWorkTime(estimated_minutes)} at ${formatCents(hourly_rate_cents)} an hour`;
}
