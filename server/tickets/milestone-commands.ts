import type { z } from 'zod';
import {
  type DELIVERY_DECISIONS,
  type MilestoneInput,
  milestoneInputSchema,
  type milestonePatchSchema,
} from '#domain/milestone.ts';
import { centsToDollars, costCents } from '#domain/money.ts';
import { postSystemMessage } from '../discussions/system-messages.ts';
import { attachFiles } from '../files/attach.ts';
import { detachFiles } from '../files/detach.ts';
import { removeLater } from '../files/remove.ts';
import { parseInput } from '../http/input.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { type LockedTicket, lockTicket, lockTicketOfMilestone } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { createBillingRecord } from '../payments/commands.ts';

/**
 * Adds a milestone at the end of the plan, with its billing record. Its cost is the hourly rate in
 * cents times the minutes, rounded half up.
 * @returns its id
 * @throws Refusal `wrong_state` unless the plan is being made, `too_many_milestones`, or as the
 *   rulebook says; `invalid_input` for files that are not the developer's own
 */
export async function addMilestone(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  { file_attachments, ...input }: MilestoneInput,
): Promise<string> {
  const locked = await lockTicket(change.tx, ticketId);
  await perform(change, locked, { action: 'add-milestone', actor: viewer });
  const cost_cents = costCents(input.hourly_rate_cents, input.estimated_minutes);
  const position = Math.max(0, ...locked.milestones.map((other) => other.position)) + 1;
  const { id } = await change.tx
    .insertInto('milestones')
    .values({ ...input, ticket_id: ticketId, position, cost_cents })
    .returning('id')
    .executeTakeFirstOrThrow();
  await attachFiles(change, viewer, file_attachments, {
    ...{ ticketId, part: 'milestone_id', id, field: 'file_attachments' },
  });
  await createBillingRecord(change, { id, ticket_id: ticketId, cost_cents });
  return id;
}

/**
 * Changes what a milestone promises or costs; what is not named stays.
 * @throws Refusal as `addMilestone`
 */
export async function editMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
  patch: z.output<typeof milestonePatchSchema>,
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  await perform(change, locked, { action: 'edit-milestone', actor: viewer, milestoneId });
  const before = await change.tx
    .selectFrom('milestones')
    .select(['title', 'description', 'estimated_minutes', 'hourly_rate_cents'])
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const keepsTime =
    patch.hours === undefined &&
    patch.minutes === undefined &&
    patch.estimated_work_time === undefined;
  const { removed_files, ...changes } = patch;
  const { file_attachments, ...input } = parseInput(milestoneInputSchema, {
    ...before,
    hourly_rate: centsToDollars(before.hourly_rate_cents),
    ...changes,
    ...(keepsTime && { minutes: before.estimated_minutes }),
  });
  const cost_cents = costCents(input.hourly_rate_cents, input.estimated_minutes);
  await change.tx
    .updateTable('milestones')
    .set({ ...input, cost_cents })
    .where('id', '=', milestoneId)
    .execute();
  await change.tx
    .updateTable('billing_records')
    .set({ price_cents: cost_cents })
    .where('milestone_id', '=', milestoneId)
    .execute();
  const files = { part: 'milestone_id', id: milestoneId } as const;
  await detachFiles(change, removed_files, files);
  await attachFiles(change, viewer, file_attachments, {
    ...{ ...files, ticketId: locked.ticket.id, field: 'file_attachments' },
  });
}

/**
 * Takes a milestone out of the plan; its billing record stays behind, void.
 * @throws Refusal `wrong_state` unless the plan is being made, or as the rulebook says
 */
export async function deleteMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  await perform(change, locked, { action: 'delete-milestone', actor: viewer, milestoneId });
  await change.tx.deleteFrom('milestones').where('id', '=', milestoneId).execute();
  await removeLater(change);
}

/**
 * Begins the work, or goes on with it after it was sent back. Source: specification 4.1.
 * @throws Refusal as the rulebook says
 */
export async function startMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  await perform(change, locked, { action: 'start', actor: viewer, milestoneId });
}

/**
 * Hands in the work of a milestone, as a further round of delivery.
 * @throws Refusal `wrong_state` unless it is in progress, or as the rulebook says
 */
export async function submitMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
  delivery: { message: string; file_attachments?: string[] | undefined },
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  await perform(change, locked, { action: 'submit', actor: viewer, milestoneId });
  const { rounds } = await change.tx
    .selectFrom('deliveries')
    .select((query) => query.fn.countAll<number>().as('rounds'))
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const { id } = await change.tx
    .insertInto('deliveries')
    .values({ milestone_id: milestoneId, round: rounds + 1, message: delivery.message })
    .returning('id')
    .executeTakeFirstOrThrow();
  await attachFiles(change, viewer, delivery.file_attachments, {
    ...{ ticketId: locked.ticket.id, part: 'delivery_id', id, field: 'file_attachments' },
  });
}

/**
 * Accepts a delivery: the money is released, and the next planned milestone starts.
 * @throws Refusal `milestone_not_paid`, `wrong_state`, or as the rulebook says
 */
export async function acceptMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
  feedback: string | null,
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  const { milestone } = await perform(change, locked, {
    action: 'accept',
    actor: viewer,
    milestoneId,
  });
  await decideDelivery(change, milestoneId, { decision: 'accepted', feedback });
  await postSystemMessage(change, locked.ticket, {
    kind: 'milestone_approved',
    parameters: { milestone: milestone?.title ?? '' },
    text: feedback,
  });
  await startNext(change, locked);
}

/**
 * Sends a delivery back with what should change.
 * @throws Refusal `wrong_state` unless it is in review, or as the rulebook says
 */
export async function rejectMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
  feedback: string,
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  const { milestone } = await perform(change, locked, {
    action: 'reject',
    actor: viewer,
    milestoneId,
  });
  await decideDelivery(change, milestoneId, { decision: 'rejected', feedback });
  await postSystemMessage(change, locked.ticket, {
    kind: 'milestone_needs_revisions',
    parameters: { milestone: milestone?.title ?? '' },
    text: feedback,
  });
}

async function startNext(change: Change, locked: LockedTicket): Promise<void> {
  const next = locked.milestones.find(({ status }) => status === 'PLANNED');
  if (next)
    await perform(change, locked, { action: 'start-next', actor: 'clock', milestoneId: next.id });
}

async function decideDelivery(
  { tx }: Change,
  milestoneId: string,
  answer: { decision: (typeof DELIVERY_DECISIONS)[number]; feedback: string | null },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ ...answer, decided_at: new Date() })
    .where('milestone_id', '=', milestoneId)
    .where('decision', 'is', null)
    .execute();
}
