import type { BillingRecord } from '#domain/billing.ts';
import { Money } from '../ui/money.tsx';
import { LongDate } from './long-date.tsx';
import { receiptKinds } from './receipt-words.ts';

/** What went back to the customer, each with a number of its own. */
export function ReceiptRefunds({ record }: { record: BillingRecord }) {
  const { refunds } = record;
  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds">
      <h2 id="refunds" className="mb-2 text-lg">
        Paid back
      </h2>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-2xs text-ink-soft">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Receipt
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Date
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {refunds.map(({ receipt_number, kind, amount_cents, created_at }) => (
            <tr key={receipt_number} className="border-b border-line align-top last:border-b-0">
              <td className="py-2 pr-3">
                <span className="figures whitespace-nowrap">{receipt_number}</span>
                <span className="block text-2xs text-ink-soft">{receiptKinds[kind]}</span>
              </td>
              <td className="py-2 pr-3">
                <LongDate at={created_at} />
              </td>
              <td className="py-2 text-right">
                <Money cents={amount_cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-2xs text-ink-soft">
        It goes back to where you paid from. Banks usually take 5 to 10 days.
      </p>
    </section>
  );
}
