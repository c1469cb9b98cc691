import { Printer } from 'lucide-react';
import { Link } from 'react-router';
import type { BillingRecord } from '#domain/billing.ts';
import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { displayName } from '../accounts/display-name.ts';
import { useProfile } from '../api/session.tsx';
import { CONTACT_ADDRESS } from '../shell/contact.ts';
import { Button } from '../ui/button.tsx';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { ChargeRows } from './charge-rows.tsx';
import { InvoiceLinks } from './invoice-links.tsx';
import { PaperDate } from './paper-date.tsx';
import { receiptKinds, whereItIs } from './receipt-words.ts';

/** The receipt itself; prints alone. */
export function ReceiptSheet({ record }: { record: BillingRecord }) {
  const number = record.receipt_number ?? record.refunds[0]?.receipt_number;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={<span className="figures">Receipt {number}</span>}>
        <span className="contents print:hidden">
          <Button asChild>
            <Link to={paths.plan('customer', record.ticket_id)}>Back to the Roadmap</Link>
          </Button>
          <Button variant="primary" onClick={() => window.print()}>
            <Printer size={16} aria-hidden />
            Print
          </Button>
        </span>
      </PageHead>
      <article className="card space-y-6 p-5 sm:p-8 print:border-0 print:p-0">
        <Parties record={record} />
        <PaidRows record={record} />
        <p className="text-sm text-ink-soft">{whereItIs(record)}</p>
        <div className="print:hidden">
          <InvoiceLinks invoices={record.invoices} />
        </div>
        <ReceiptRefunds record={record} />
      </article>
    </div>
  );
}

function Parties({ record }: { record: BillingRecord }) {
  const profile = useProfile();
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 print:grid-cols-2">
      <Fact term="Paid by">
        {displayName(profile)}
        <br />
        {profile.email}
      </Fact>
      <Fact term="Paid to">
        Unblock
        <br />
        {CONTACT_ADDRESS}
      </Fact>
      <Fact term="For">
        {record.milestone_title ?? 'A milestone that is no longer in the plan'}
        <br />
        <span className="text-ink-soft">Request #{shortId(record.ticket_id)}</span>
      </Fact>
      {record.paid_at && (
        <Fact term="Paid on">
          <PaperDate at={record.paid_at} />
        </Fact>
      )}
    </dl>
  );
}

/** The payment with its parts; nothing where it was only returned. */
function PaidRows({ record }: { record: BillingRecord }) {
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

/** Refunds, each with its own number. */
function ReceiptRefunds({ record }: { record: BillingRecord }) {
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
                <PaperDate at={created_at} />
              </td>
              <td className="py-2 text-right">
                <Money cents={amount_cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <WayBack record={record} />
    </section>
  );
}

/** How it goes back: also another way, where it could not go to where it came from. */
function WayBack({ record }: { record: BillingRecord }) {
  const { refund_failed_cents: owed, paid_elsewhere_cents: elsewhere } = record;
  const all = record.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const apart = owed + elsewhere;
  return (
    <>
      {owed > 0 && (
        <p className="mt-3 text-sm text-harm-ink">
          <Money cents={owed} /> of this could not go back to where you paid from. The money is
          yours: we write to you about another way to pay it back.
        </p>
      )}
      {elsewhere > 0 && (
        <p className="mt-3 text-sm">
          <Money cents={elsewhere} /> of this could not go back to where you paid from. We paid it
          back another way.
        </p>
      )}
      {apart < all && (
        <p className="mt-3 text-2xs text-ink-soft">
          {apart > 0 ? 'The rest goes' : 'It goes'} back to where you paid from. Banks usually take
          5 to 10 days.
        </p>
      )}
    </>
  );
}
