import { isOpenHold } from '#domain/handover.ts';
import { Refusal } from '#domain/refusals.ts';
import { decide } from '#domain/rulebook.ts';
import { type AskToCancel, type Cancellation, sharesOf } from '#domain/way-out.ts';
import { dueAt } from './clocks.ts';
import { factsOf, type LockedTicket, type PlannedMilestone } from './locked.ts';

/**
 * A side's proposal for each milestone with held money; what it leaves out is refunded.
 * @throws Refusal `nothing_held` for another milestone, `split_does_not_add_up`
 */
export function proposalOf(
  locked: LockedTicket,
  {
    by,
    asked: { reason, splits = [] },
    now,
  }: { by: Cancellation['asked_by']; asked: AskToCancel; now: Date },
): Cancellation {
  const held = locked.milestones.filter(isOpenHold);
  if (splits.some(({ milestone_id }) => !held.some(({ id }) => id === milestone_id)))
    throw new Refusal('nothing_held');
  return {
    asked_by: by,
    reason,
    message_id: null,
    asked_at: now.toISOString(),
    answer_by: dueAt('pass-on-cancel', now).toISOString(),
    splits: held.map((milestone) => {
      const { id, title, cost_cents } = milestone;
      const { released_cents = 0, refunded_cents = cost_cents } =
        splits.find(({ milestone_id }) => milestone_id === id) ?? {};
      if (released_cents + refunded_cents !== cost_cents)
        throw new Refusal('split_does_not_add_up');
      return {
        milestone_id: id,
        milestone_title: title,
        released_cents,
        refunded_cents,
        ...sharesOf(asHeld(milestone), released_cents),
      };
    }),
  };
}

/** Whether a proposal splits exactly what is held now. */
function fitsHeld({ splits }: Cancellation, locked: LockedTicket): boolean {
  const held = locked.milestones.filter(isOpenHold);
  return (
    held.length === splits.length &&
    held.every(({ id, cost_cents }) =>
      splits.some(
        ({ milestone_id, released_cents, refunded_cents }) =>
          milestone_id === id && released_cents + refunded_cents === cost_cents,
      ),
    )
  );
}

/** For the ledger. */
export function asHeld({ cost_cents, discount_cents, fee_cents }: PlannedMilestone) {
  return {
    price_cents: cost_cents,
    discount_cents: discount_cents ?? 0,
    fee_cents: fee_cents ?? 0,
  };
}

/** Whether an open proposal no longer fits what is held. */
export function isOutdated(locked: LockedTicket, before: { developer_id: string | null }): boolean {
  const { ticket } = locked;
  if (!ticket.cancellation) return false;
  const stays = decide('pass-on-cancel', 'clock', factsOf(locked, {})).allowed;
  return (
    !stays || ticket.developer_id !== before.developer_id || !fitsHeld(ticket.cancellation, locked)
  );
}
