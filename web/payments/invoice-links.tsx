import type { InvoiceLink } from '#domain/invoice.ts';
import { invoiceNames } from '#domain/invoice-words.ts';
import { addressOf } from '../api/client.ts';
import { saveAnswer } from '../api/save-answer.ts';
import { SaveButton } from '../shell/save-button.tsx';

/** Buttons that save invoices and credit notes as PDF. */
export function InvoiceLinks({ invoices }: { invoices: readonly InvoiceLink[] }) {
  if (invoices.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3">
      {invoices.map(({ id, subject, kind, invoice_number }) => (
        <SaveButton
          key={id}
          variant="ghost"
          className="-ml-3 max-w-[calc(100%+24px)]! gap-1.5 text-start text-ink-soft"
          label={`${invoiceNames[subject][kind]} ${invoice_number}`}
          save={() => save(id, invoice_number)}
        />
      ))}
    </span>
  );
}

function save(id: string, name: string): Promise<void> {
  const address = addressOf('/api/invoices/{id}', { path: { id } });
  return saveAnswer(address, `${name}.pdf`, 'application/pdf');
}
