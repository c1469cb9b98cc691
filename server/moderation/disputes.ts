import { permissionOf } from '#domain/actions.ts';
import type { BorneBy } from '#domain/ledger.ts';
import type { DisputeDecision, ModeratedDispute } from '#domain/moderation.ts';
import { NOTHING_MOVED } from '#domain/record-money.ts';
import type { StepMoney } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { Reader } from '../database/database.ts';
import {
  directions,
  type ListOrder,
  type Page,
  type PageRequest,
  readPage,
} from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { milestoneOfRecord, workOfRecord } from '../ledger/records.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change, LostDispute } from '../lifecycle/change.ts';
import { type LockedTicket, lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';
import { decideLostDispute } from '../payments/cases.ts';
import { releasedMilestone } from '../payments/disputes.ts';
import { developerPaidFor } from '../payments/holds.ts';
import { recordDecision } from './record-decision.ts';

/** Disputes by date: those that wait for the bank or a moderator, or all. */
export async function listDisputes(
  db: Reader,
  moderator: Viewer,
  { waiting, order, ...page }: PageRequest & { waiting: boolean; order: ListOrder },
): Promise<Page<ModeratedDispute>> {
  const query = disputeRows(db, moderator).$if(waiting, (all) => all.where(undecidedDispute()));
  const found = await readPage(query, page, {
    by: ['d.created_at', 'd.id'],
    order: directions[order],
  });
  return { ...found, items: found.items.map((row) => asDispute(row)) };
}

/**
 * Decides who bears a dispute that was lost after the money was released. Both sides of its request
 * are notified and may appeal.
 * @returns the dispute, and the money moved by the ledger, with Unblock's part of the loss
 * @throws Refusal `not_found`, `no_lost_dispute`, `not_your_part` on one's own request
 */
export async function decideDispute(
  change: Change,
  moderator: Viewer,
  { id, reason, shown, borne_by }: DisputeDecision & { id: string },
): Promise<{ dispute: ModeratedDispute; money: StepMoney }> {
  const { tx } = change;
  const row = await disputeRows(tx, moderator).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const target = { type: 'dispute', id } as const;
  const detail = { state: row.state, borne_by, amount_cents: row.amount_cents };
  let money: StepMoney = NOTHING_MOVED;
  if (row.ticket_id === null) {
    await decideLostDispute(change, row, borne_by);
    // The request is deleted, and with it the thread and its sides.
    const before = { state: row.state, borne_by: null };
    const act = { action: 'dispute_decided', target, reason, before, after: detail } as const;
    await writeAudit(change, moderator, act);
  } else {
    const locked = await lockTicket(tx, row.ticket_id);
    money = await recordDecision(change, moderator, locked, {
      kind: 'dispute_decided',
      reason,
      shown,
      target,
      // Who was paid may have lost the request since.
      developer_id: await developerPaidFor(tx, row.billing_record_id),
      detail,
      act: async () => {
        await bear(change, moderator, locked, { ...row, borne_by });
        return { milestone: row.milestone_title, borne_by };
      },
    });
  }
  const decided = await disputeRows(tx, moderator).where('d.id', '=', id).executeTakeFirstOrThrow();
  // All of it was booked as lost when the dispute was; what neither developer nor fee bears stays
  // so.
  const lost_cents = decided.case_refunded_cents - row.case_refunded_cents;
  const borne_cents = borne_by === 'platform' ? lost_cents + money.fee_cents : 0;
  return { dispute: asDispute(decided), money: { ...money, borne_cents } };
}

/** A step of the request while the milestone is in its plan. */
async function bear(
  change: Change,
  moderator: Viewer,
  locked: LockedTicket,
  dispute: LostDispute & { billing_record_id: string; borne_by: BorneBy },
): Promise<void> {
  const milestone = releasedMilestone(locked, dispute.billing_record_id);
  if (!milestone) return decideLostDispute(change, dispute, dispute.borne_by);
  await perform(change, locked, {
    action: 'bear-loss',
    actor: moderator,
    milestoneId: milestone.id,
    dispute,
  });
}

function disputeRows(db: Reader, moderator: Viewer) {
  return db
    .selectFrom('disputes as d')
    .innerJoin('billing_records as b', 'b.id', 'd.billing_record_id')
    .leftJoin('tickets as t', 't.id', 'b.ticket_id')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .select(['d.id', 'd.provider', 'd.reference', 'd.state', 'd.amount_cents', 'd.borne_by'])
    .select(['d.checkout_id', 'd.billing_record_id'])
    .select(['d.created_at', 'd.closed_at', 'b.released_cents', 'b.case_refunded_cents'])
    .select(workOfRecord.milestone_title.as('milestone_title'))
    .select(['b.ticket_id', 't.status as ticket_status'])
    .select([undecidedDispute().as('undecided'), hasNoPart(moderator).as('has_no_part')])
    .select(['t.categories', 't.ai_tool', 't.ai_tool_other']);
}

type Row = Awaited<ReturnType<ReturnType<typeof disputeRows>['execute']>>[number];

function asDispute(row: Row): ModeratedDispute {
  return {
    ...row,
    released_cents: row.released_cents - row.case_refunded_cents,
    ticket: ticketOf(row),
    actions: { decide: permission(row) },
  };
}

function ticketOf(row: Row): ModeratedDispute['ticket'] {
  const { ticket_id: id, ticket_status: status, categories, ai_tool, ai_tool_other } = row;
  if (id === null || status === null || categories === null || ai_tool === null) return null;
  return { id, status, title: ticketTitle({ id, categories, ai_tool, ai_tool_other }) };
}

function permission({ state, undecided, has_no_part }: Row) {
  if (!has_no_part) return permissionOf('not_your_part');
  return permissionOf(state === 'lost' && undecided ? null : 'no_lost_dispute');
}
