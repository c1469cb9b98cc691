import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { TicketMoney } from '#domain/billing.ts';
import { paths } from '#domain/paths.ts';
import { WAITS_FOR_LOOK } from '#domain/record-money.ts';
import type { Ticket } from '#domain/ticket.ts';
import { errorText } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { receiptKinds } from '../../payments/receipt-words.ts';
import { onDemand } from '../../shell/on-demand.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyRow, MoneyRows } from '../../ui/money-rows.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { usePlan } from './plan-context.ts';
import { ownPart, type PlanMoney, planMoney } from './plan-money.ts';

// Once money was released.
const InvoiceLinks = onDemand(
  async () => (await import('../../payments/invoice-links.tsx')).InvoiceLinks,
);

/** The cost of the plan, its parts, and where the money is. */
export function MoneyPanel() {
  const { ticket, milestones } = usePlan();
  const { data, error, refetch } = useTicketMoney(ticket, milestones.length > 0);
  const plan = planMoney(ownPart(ticket.relation, milestones));
  const waits = milestones.some(({ payment_in_review }) => payment_in_review);
  const goesOn = plan.unpaid.charge > 0 || (data?.held_cents ?? 0) > 0;
  // A cancelled plan still has receipts.
  const isEmpty = milestones.length === 0 && !data?.receipts.length;
  if (isEmpty) return null;
  const showsPlan = milestones.length > 0 && isCarriedOut(ticket);
  return (
    <section aria-labelledby="money" className="card p-5">
      <h2 id="money" className="mb-3 text-lg">
        Money
      </h2>
      {showsPlan && (
        <PlanRows
          relation={ticket.relation}
          plan={plan}
          wentBack={(data?.refunded_cents ?? 0) > 0}
        />
      )}
      {ticket.relation !== 'candidate' && (
        <div className={cx(showsPlan && 'mt-4 border-t border-line pt-4')}>
          {data && <PlaceRows ticket={ticket} plan={plan} money={data} />}
          {!data && !error && <SkeletonText lines={3} />}
          {error && <ErrorBox text={errorText(error)} onRetry={() => refetch()} />}
        </div>
      )}
      {data && <ReceiptLinks receipts={data.receipts} />}
      {data && <Invoices invoices={data.invoices} />}
      {goesOn && <Note relation={ticket.relation} plan={plan} waits={waits} />}
    </section>
  );
}

/** Cancelled work does not cost what was planned. */
function isCarriedOut({ status, turn }: Ticket): boolean {
  return turn.whose !== 'done' || status === 'CUSTOMER_APPROVED';
}

export function useTicketMoney({ id, relation }: Ticket, hasPlan: boolean) {
  return useQuery({
    queryKey: keys.ticketMoney(id),
    queryFn: ({ signal }) => api.get('/api/tickets/{id}/money', { path: { id }, signal }),
    // A developer gets nothing for an empty plan, and receipts are the customer's.
    enabled: relation !== 'candidate' && (relation !== 'developer' || hasPlan),
  });
}

interface RowsProps {
  relation: Ticket['relation'];
  plan: PlanMoney;
}

function PlanRows({ relation, plan, wentBack }: RowsProps & { wentBack: boolean }) {
  if (relation !== 'customer') {
    return (
      <MoneyRows>
        <MoneyRow term="Cost of the plan" cents={plan.cost} />
        <MoneyRow term={plan.feeTerm} cents={plan.fee} off />
        <MoneyRow
          // Refunded money no longer counts as received.
          term={
            relation !== 'developer'
              ? 'For the unblocker'
              : wentBack
                ? 'Planned for you'
                : 'You receive'
          }
          cents={plan.share}
          strong
        />
      </MoneyRows>
    );
  }
  return (
    <MoneyRows>
      <MoneyRow term="Cost of the plan" cents={plan.cost} />
      {plan.discount > 0 && <MoneyRow term="First-hour price" cents={plan.discount} off />}
      <MoneyRow term={wentBack ? 'Planned in all' : 'You pay in all'} cents={plan.charge} strong />
      <MoneyRow term={plan.feeTerm} cents={plan.fee} soft />
    </MoneyRows>
  );
}

interface PlaceRowsProps {
  ticket: Ticket;
  plan: PlanMoney;
  money: TicketMoney;
}

/** Where it is now, from the ledger, including milestones that left the plan. */
export function PlaceRows({ ticket, plan, money }: PlaceRowsProps) {
  const { held_cents, released_cents, refunded_cents } = money;
  const { relation, turn } = ticket;
  const isMine = relation === 'developer';
  return (
    <MoneyRows>
      <MoneyRow term={isMine ? 'Held for you' : 'Held'} cents={held_cents} />
      <MoneyRow term={isMine ? 'Released to you' : 'Released'} cents={released_cents} />
      {refunded_cents > 0 && (
        <MoneyRow term={isMine ? 'Refunded to the customer' : 'Refunded'} cents={refunded_cents} />
      )}
      {turn.whose !== 'done' && (
        <MoneyRow
          term="Not paid yet"
          cents={isMine ? plan.unpaid.share : plan.unpaid.charge}
          soft
        />
      )}
    </MoneyRows>
  );
}

function Note({ relation, plan, waits }: RowsProps & { waits: boolean }) {
  const text =
    relation === 'customer'
      ? `You pay milestone by milestone. What you paid is held until you approve the work${waits ? `; a payment ${WAITS_FOR_LOOK}` : ''}.`
      : plan.discount > 0 && relation === 'developer'
        ? "The customer's first hour costs less; you are paid in full."
        : null;
  return text && <p className="mt-4 text-2xs text-ink-soft">{text}</p>;
}

/** The customer's receipts, by number. */
function ReceiptLinks({ receipts }: Pick<TicketMoney, 'receipts'>) {
  if (receipts.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-2 font-sans text-sm font-medium tracking-normal">Receipts</h3>
      <ul className="space-y-2 text-sm">
        {receipts.map(
          ({ receipt_number, billing_record_id, kind, amount_cents, milestone_title }) => (
            <li key={receipt_number} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">
                <Link to={paths.receipt(billing_record_id)} className="thumb link figures">
                  {receipt_number}
                </Link>
                <span className="mt-0.5 line-clamp-2 text-2xs wrap-anywhere text-ink-soft">
                  {receiptKinds[kind]}
                  {milestone_title && (
                    <>
                      : <bdi>{milestone_title}</bdi>
                    </>
                  )}
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

/** The unblocker's invoices to the customer, by number. */
function Invoices({ invoices }: Pick<TicketMoney, 'invoices'>) {
  if (invoices.length === 0) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="mb-1 font-sans text-sm font-medium tracking-normal">Invoices</h3>
      <ul className="text-sm">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceLinks invoices={[invoice]} />
            <p className="flex items-baseline justify-between gap-4">
              <span className="line-clamp-2 min-w-0 text-2xs wrap-anywhere text-ink-soft">
                {invoice.milestone_title}
              </span>
              <Money cents={invoice.amount_cents} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
