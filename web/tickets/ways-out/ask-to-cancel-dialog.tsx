import { useState } from 'react';
import { isOpenHold } from '#domain/handover.ts';
import type { Milestone } from '#domain/milestone.ts';
import { formatCents } from '#domain/money.ts';
import type { Ticket } from '#domain/ticket.ts';
import { sharesOf } from '#domain/way-out.ts';
import { errorText } from '../../api/api-error.ts';
import { useFormDraft, useKept } from '../../api/use-form-draft.ts';
import { centsOf, dollarsOf } from '../../ui/dollars.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMilestones } from '../roadmap/use-plan-data.ts';
import { WordsActDialog } from '../roadmap/words-act-dialog.tsx';

/** Proposes to end a request and to split what is held; by default all is refunded. */
export function AskToCancelDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useMilestones(ticket.id);
  // By the ids of the milestones; kept as long as the reason beside it.
  const draft = useFormDraft<Record<string, string>>(
    `ask-to-cancel.${ticket.id}.${ticket.counterpart?.id}.released`,
  );
  const [typed, write] = useKept(draft, {});
  const [tried, setTried] = useState(false);
  // Milestones that are left out are refunded: nothing is sent before all of them are known.
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && data && !isFetching && !error) setIsFresh(true);
  const held = isFresh ? data?.items.filter(isHeld) : undefined;
  const releasedOf = ({ id }: Milestone) => centsOf(typed[id] ?? dollarsOf(0));

  /** Further fields; null where an amount is invalid. */
  function more() {
    setTried(true);
    if (!held) return null;
    const splits = held.map((milestone) => {
      const released_cents = releasedOf(milestone) ?? -1;
      const refunded_cents = milestone.cost_cents - released_cents;
      return { milestone_id: milestone.id, released_cents, refunded_cents };
    });
    const isFit = splits.every((split) => split.released_cents >= 0 && split.refunded_cents >= 0);
    return isFit ? { splits } : null;
  }

  return (
    <WordsActDialog
      action="ask-to-cancel"
      record={ticket}
      more={more}
      ready={held !== undefined && !error}
      draft={draft}
      onClose={onClose}
    >
      {error && <ErrorBox text={errorText(error)} onRetry={() => refetch()} />}
      {!held && !error && <Skeleton className="h-20 w-full" />}
      {held?.map((milestone) => {
        const released = releasedOf(milestone);
        const isFit = released !== null && released <= milestone.cost_cents;
        return (
          <Field
            key={milestone.id}
            label={`For the unblocker’s work on “${milestone.title}”, in dollars`}
            hint={isFit ? sharesWords(milestone, released, ticket.relation) : undefined}
            error={
              tried && !isFit
                ? `Please give an amount from 0.00 to ${dollarsOf(milestone.cost_cents)}`
                : undefined
            }
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={typed[milestone.id] ?? dollarsOf(0)}
              onChange={({ target }) => write({ ...typed, [milestone.id]: target.value })}
            />
          </Field>
        );
      })}
    </WordsActDialog>
  );
}

function isHeld({ billing_status, ...work }: Milestone): boolean {
  return isOpenHold({ ...work, billing: billing_status });
}

function sharesWords(
  { cost_cents, ...held }: Milestone,
  released: number,
  relation: Ticket['relation'],
): string {
  const shares = sharesOf({ ...held, price_cents: cost_cents }, released);
  const customer = relation === 'customer' ? 'you' : 'the customer';
  const developer = relation === 'developer' ? 'you' : 'the unblocker';
  return `Of ${formatCents(cost_cents)}: ${formatCents(shares.customer_cents)} back to ${customer}, ${formatCents(shares.developer_cents)} to ${developer} after the fee.`;
}
