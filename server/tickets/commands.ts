import type { z } from 'zod';
import { QUOTE_HOURS } from '#domain/limits.ts';
import type { approvePlanSchema } from '#domain/milestone.ts';
import { HOUR_MS } from '#domain/milliseconds.ts';
import { Refusal } from '#domain/refusals.ts';
import { editedTicketSchema, type TicketInput, type ticketPatchSchema } from '#domain/ticket.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { postSystemMessage } from '../discussions/system-messages.ts';
import { attachFiles } from '../files/attach.ts';
import { detachFiles } from '../files/detach.ts';
import { removeLater } from '../files/remove-files.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { keepTime } from '../lifecycle/clocks.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { newestVersion } from '../lifecycle/plan-versions.ts';
import { sendNewRequest } from '../notifications/notices.ts';
import { type PendingCheckout, prepareCheckout } from '../payments/commands.ts';
import { letBestFittingFirst } from './best-fitting.ts';

/**
 * Posts a customer's request.
 * @throws Refusal `not_your_part` for a developer or moderator
 */
export async function createTicket(
  change: Change,
  viewer: Pick<Viewer, 'id' | 'user_type'>,
  { files, ...input }: TicketInput,
): Promise<string> {
  if (viewer.user_type !== 'customer')
    throw new Refusal('not_your_part', 'Only customers can create requests.');
  const ticket = await change.tx
    .insertInto('tickets')
    .values({
      ...input,
      customer_id: viewer.id,
      quotes_until: input.mode === 'quotes' ? new Date(Date.now() + QUOTE_HOURS * HOUR_MS) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await change.tx
    .insertInto('ticket_history')
    .values({
      ticket_id: ticket.id,
      action: 'create',
      event: 'request_created',
      actor_id: viewer.id,
      actor: 'customer',
      to_status: ticket.status,
    })
    .execute();
  await attachToTicket(change, viewer, ticket.id, files);
  // The time for quotes begins.
  if (ticket.quotes_until) await keepTime(change, await lockTicket(change.tx, ticket.id));
  await sendNewRequest(change, ticket);
  await letBestFittingFirst(change, ticket.id);
  await enqueueJob(change.tx, 'announce-request', { ticket_id: ticket.id });
  change.tell({
    type: 'ticket',
    ticket_id: ticket.id,
    to: [viewer.id],
    categories: ticket.categories,
  });
  return ticket.id;
}

/**
 * Edits a pending request; missing fields stay. Developers whom it fits only now are told.
 * @throws Refusal `wrong_state` once the request is no longer pending
 */
export async function editTicket(
  change: Change,
  viewer: Viewer,
  id: string,
  { removed_files, ...patch }: z.output<typeof ticketPatchSchema>,
): Promise<void> {
  const locked = await lockTicket(change.tx, id);
  await perform(change, locked, { action: 'edit', actor: viewer });
  const { files, ...input } = parseInput(editedTicketSchema, { ...locked.ticket, ...patch });
  await change.tx.updateTable('tickets').set(input).where('id', '=', id).execute();
  await detachFiles(change, removed_files, { part: null, id });
  await attachToTicket(change, viewer, id, files);
  // It may fit other developers now.
  await enqueueJob(change.tx, 'announce-request', { ticket_id: id });
  change.tell({ type: 'ticket', ticket_id: id, to: [], categories: input.categories });
}

/**
 * Deletes a pending request with its messages and files.
 * @throws Refusal `wrong_state` once the request is no longer pending
 */
export async function deleteTicket(change: Change, viewer: Viewer, id: string): Promise<void> {
  const locked = await lockTicket(change.tx, id);
  await perform(change, locked, { action: 'delete', actor: viewer });
  await change.tx.deleteFrom('tickets').where('id', '=', id).execute();
  await removeLater(change);
}

/** Files of an edit are added to the existing ones. Source: specification 7.2. */
function attachToTicket(
  change: Change,
  viewer: Pick<Viewer, 'id'>,
  ticketId: string,
  files: string[] | undefined,
): Promise<void> {
  return attachFiles(change, viewer, files, { ticketId, part: null, id: ticketId, field: 'files' });
}

/**
 * Approves the plan and prepares the checkout of its first milestone.
 * @param seen the plan's cost as the customer saw it, and their address, if known
 * @returns the checkout to open at the provider; null when nothing is left to pay
 * @throws Refusal `plan_changed` when it is not the plan that was seen, or as the rulebook says
 */
export async function approvePlan(
  change: Change,
  viewer: Viewer,
  id: string,
  { seen = {}, ip }: { seen?: z.output<typeof approvePlanSchema>; ip?: string } = {},
): Promise<PendingCheckout | null> {
  const locked = await lockTicket(change.tx, id);
  await perform(change, locked, { action: 'approve-plan', actor: viewer });
  const total = locked.milestones.reduce((sum, { cost_cents }) => sum + cost_cents, 0);
  const version = await newestVersion(change.tx, id);
  if ((seen.total_cents ?? total) !== total || (seen.version ?? version) !== version)
    throw new Refusal('plan_changed');
  await postSystemMessage(change, locked.ticket, {
    kind: 'plan_approved',
    parameters: {},
    text: null,
  });
  const first = locked.milestones.find(({ billing }) => billing === 'unpaid');
  return first ? prepareCheckout(change, locked, first, ip) : null;
}
