import { keys } from '../api/keys.ts';
import { usePages } from '../api/use-pages.ts';
import { PagedList } from './paged-list.tsx';
import { PaymentCard } from './payment-card.tsx';
import { QueueWords } from './queue-words.tsx';

/** First-hour payments that stay held until somebody has looked at them, the longest waiting first. */
export function PaymentQueue() {
  const list = usePages(keys.paymentReviews(), '/api/moderation/payments');
  return (
    <div className="space-y-3">
      <QueueWords of="payments" />
      <PagedList list={list} loading="Loading payments" empty="No payment has to be looked at.">
        {(payments) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {payments.map((payment) => (
              <PaymentCard key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
