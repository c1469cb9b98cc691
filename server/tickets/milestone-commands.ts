import { sql } from 'kysely';
import type { z } from 'zod';
import { dueAt } from '#domain/clock.ts';
import {
  type DeliveryInput,
  editedForm,
  type MilestoneInput,
  milestoneInputSchema,
  type milestonePatchSchema,
} from '#domain/milestone.ts';
import { costCents } from '#domain/money.ts';
import { Refusal } from '#domain/refusals.ts';
import { submitVersion } from '../code/submit-version.ts';
import { attachFiles } from '../files/attach.ts';
import { detachFiles } from '../files/detach.ts';
import { removeLater } from '../files/remove-files.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { keepTime } from '../lifecycle/clocks.ts';
import { lockTicket, lockTicketOfMilestone } from '../lifecycle/locked.ts';
import { pairingOf } from '../lifecycle/pairings.ts';
import { perform } from '../lifecycle/perform.ts';
import { addChecks, editChecks } from '../lifecycle/write-checks.ts';
import { createBillingRecord } from '../payments/commands.ts';
import { reprice } from '../payments/holds.ts';
import { openChecks, writeEvidence } from './checks.ts';

/**
 * Adds a milestone at the end of the plan, with its billing record. Its cost is the hourly rate in
 * cents times the minutes, rounded half up.
 * @returns its id
 * @throws Refusal `wrong_state` unless the plan is being made, `too_many_milestones`, or as the
 * rulebook says; `invalid_input` for files that are not the developer's own
 */
export async function addMilestone(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  { file_attachments, checks, ...input }: MilestoneInput,
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
  await addChecks(change, id, checks);
  await attachFiles(change, viewer, file_attachments, {
    ticketId,
    part: 'milestone_id',
    id,
    field: 'file_attachments',
  });
  await createBillingRecord(change, { id, ticket_id: ticketId, cost_cents });
  return id;
}

/**
 * Edits a milestone; missing fields stay.
 * @throws Refusal as `addMilestone`
 */
export async function editMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
  patch: z.output<typeof milestonePatchSchema>,
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  const { milestone } = await perform(change, locked, {
    action: 'edit-milestone',
    actor: viewer,
    milestoneId,
  });
  const before = await change.tx
    .selectFrom('milestones')
    .select(['title', 'description', 'estimated_minutes', 'hourly_rate_cents'])
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const { removed_files } = patch;
  const { file_attachments, checks, ...input } = parseInput(
    milestoneInputSchema,
    editedForm(before, patch),
  );
  const cost_cents = costCents(input.hourly_rate_cents, input.estimated_minutes);
  await change.tx
    .updateTable('milestones')
    .set({ ...input, cost_cents })
    .where('id', '=', milestoneId)
    .execute();
  if (checks)
    await editChecks(change, milestoneId, { checks, titles: [before.title, input.title] });
  const { billing_record_id } = milestone ?? {};
  if (billing_record_id) await reprice(change, billing_record_id, cost_cents);
  const files = { part: 'milestone_id', id: milestoneId } as const;
  await detachFiles(change, removed_files, files);
  await attachFiles(change, viewer, file_attachments, {
    ...files,
    ticketId: locked.ticket.id,
    field: 'file_attachments',
  });
}

/**
 * Deletes a milestone from the plan; its billing record stays, void.
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
 * Reorders the milestones of a plan.
 * @throws Refusal `plan_changed` when the ids are not exactly those of the plan
 */
export async function orderMilestones(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  ids: readonly string[],
): Promise<void> {
  const locked = await lockTicket(change.tx, ticketId);
  await perform(change, locked, { action: 'order-milestones', actor: viewer });
  const plan = new Set(locked.milestones.map(({ id }) => id));
  if (ids.length !== plan.size || !ids.every((id) => plan.has(id))) {
    throw new Refusal('plan_changed');
  }
  await sql`update milestones m set position = o.position
    from unnest(${ids}::uuid[]) with ordinality o (id, position)
    where m.id = o.id`.execute(change.tx);
}

/**
 * Submits the work of a milestone, as a new round of delivery.
 * @throws Refusal `wrong_state` unless it is in progress, or as the rulebook says; `invalid_input` for
 * checks of another milestone, and files that are not the developer's own
 */
export async function submitMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
  delivery: DeliveryInput,
): Promise<void> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  const milestone = locked.milestones.find((each) => each.id === milestoneId);
  const { checks = [] } = milestone ?? {};
  await openChecks(change, checks);
  const now = new Date();
  // The current due date is stored with the delivery.
  const due_at = milestone ? dueAt(milestone, locked.ticket, now) : null;
  await perform(change, locked, { action: 'submit', actor: viewer, milestoneId, now });
  const { rounds } = await change.tx
    .selectFrom('deliveries')
    .select((query) => query.fn.countAll<number>().as('rounds'))
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const pairingId = await pairingOf(change, locked.ticket);
  const { id } = await change.tx
    .insertInto('deliveries')
    .values({
      milestone_id: milestoneId,
      pairing_id: pairingId,
      round: rounds + 1,
      message: delivery.message,
      submitted_at: now,
      due_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: ticketId } = locked.ticket;
  const files = { ticketId, part: 'delivery_id', id } as const;
  await attachFiles(change, viewer, delivery.file_attachments, {
    ...files,
    field: 'file_attachments',
  });
  await writeEvidence(change, viewer, { files, checks, evidence: delivery.evidence });
  await submitVersion(change, {
    ticketId,
    milestoneId,
    pairingId,
    developerId: viewer.id,
    deliveryId: id,
    mustKeep: delivery.must_keep ?? null,
  });
  await keepTime(change, locked, now);
}
