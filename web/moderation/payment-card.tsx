import { useState } from 'react';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import type { ReviewReason } from '#domain/first-hour.ts';
import type { PaymentReview } from '#domain/moderation.ts';
import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Button } from '../ui/button.tsx';
import { Money } from '../ui/money.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { reasonDialogOf } from './reason-dialog-of.ts';

/** One payment at the first-hour price: why it is here, whose it is, and the two ways on. */
export function PaymentCard({ payment }: { payment: PaymentReview }) {
  const [act, setAct] = useState<'clear' | 'refuse' | null>(null);
  useWarmUp(ReasonDialog);
  const { ticket, milestone, charge_cents, discount_cents, awarded_cents, first_hours } = payment;
  return (
    <li className="card flex min-w-0 flex-col gap-3 p-4 text-sm">
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-2">
          <Money cents={charge_cents} className="text-lg font-semibold" />
          <RelativeTime at={payment.paid_at} className="text-2xs text-ink-soft" />
        </p>
        <p className="text-ink-soft">
          paid, and <Money cents={discount_cents} /> borne by Unblock
        </p>
      </div>
      <p className="wrap-anywhere">
        <Link to={paths.moderatedRequest(ticket.id)} className="link font-medium">
          {ticket.title}
        </Link>
        <span className="text-ink-soft">
          , {milestone.title}: {describeWorkTime(milestone.estimated_minutes)} at{' '}
          {formatCents(milestone.hourly_rate_cents)} an hour
        </span>
      </p>
      {awarded_cents !== null && (
        <p>
          <Money cents={awarded_cents} /> of the price is released when you let it go on.
        </p>
      )}
      <ul aria-label="Why it is here" className="list-disc space-y-1 pl-5">
        {payment.reasons.map((reason) => (
          <li key={reason}>{reasonWords[reason]}</li>
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-2xs">
        <dt className="text-ink-soft">Customer</dt>
        <dd className="wrap-anywhere">
          {ticket.customer.full_name}, {ticket.customer.email ?? 'account deleted'}
          {payment.customer_since && (
            <>
              , account made <RelativeTime at={payment.customer_since} />
            </>
          )}
        </dd>
        <dt className="text-ink-soft">Unblocker</dt>
        <dd className="wrap-anywhere">
          {ticket.developer?.full_name ?? 'None'}, {first_hours}{' '}
          {first_hours === 1 ? 'first hour' : 'first hours'} in seven days
        </dd>
      </dl>
      {payment.actions.clear?.allowed && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
          <Button onClick={() => setAct('refuse')}>{acts['refuse-payment'].label}</Button>
          <Button variant="primary" onClick={() => setAct('clear')}>
            {acts['clear-payment'].label}
          </Button>
        </div>
      )}
      {act && (
        <ReasonDialog
          {...reasonDialogOf(`${act}-payment`, payment.id)}
          {...(awarded_cents !== null && act === 'refuse' && { description: APPROVED })}
          previewed={{
            ticketId: ticket.id,
            action: `${act}-payment`,
            milestone_id: milestone.id,
          }}
          hint="Both sides read it."
          address={`/api/moderation/payments/{id}/${act}`}
          ticketId={ticket.id}
          onClose={() => setAct(null)}
        />
      )}
    </li>
  );
}

const reasonWords: Record<ReviewReason, string> = {
  many: 'Many first hours for this unblocker within a week',
  refused: 'Another customer of this unblocker tried the same card or address',
  network: 'Several new customers of this unblocker pay from one network',
  addresses: 'Addresses of new customers of this unblocker are alike',
  young: 'Several new customers of this unblocker paid minutes after they signed up',
  rate: 'One hour at a high rate',
};

const APPROVED =
  'What the customer paid goes back to them. Work that was approved stays approved. This cannot be undone.';
