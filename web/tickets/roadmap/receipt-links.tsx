import { Link } from 'react-router';
import type { TicketMoney } from '#domain/billing.ts';
import { paths } from '#domain/paths.ts';
import { receiptKinds } from '../../payments/receipt-words.ts';
import { Money } from '../../ui/money.tsx';

/** What the customer was sent: each number leads to the sheet that it stands on. */
export function ReceiptLinks({ receipts }: Pick<TicketMoney, 'receipts'>) {
  if (receipts.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-2 font-sans text-sm font-medium tracking-normal">Receipts</h3>
      <ul className="space-y-2 text-sm">
        {receipts.map(
          ({ receipt_number, billing_record_id, kind, amount_cents, milestone_title }) => (
            <li key={receipt_number} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">
                <Link to={paths.receipt(billing_record_id)} className="link figures">
                  {receipt_number}
                </Link>
                <span className="block truncate text-2xs text-ink-soft">
                  {[receiptKinds[kind], milestone_title].filter(Boolean).join(': ')}
                </span>
              </span>
              <Money cents={amount_cents} />
            </li>
          ),
        )}
      </ul>
    </div>
  );
}
