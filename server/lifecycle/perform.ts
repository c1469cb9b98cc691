import { type Action, lifecycle, type Rule } from '#domain/lifecycle.ts';
import type { MilestoneStatus } from '#domain/milestone-status.ts';
import { Refusal } from '#domain/refusals.ts';
import { maySee, relationOf } from '#domain/relation.ts';
import type { Facts, Relation } from '#domain/rule-facts.ts';
import { decide } from '#domain/rulebook.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { allMoneyLeft, moneyFacts, moneyLeft } from '../ledger/money-left.ts';
import { type Actor, isMachine } from './actor.ts';
import type { Change, MoneyAmounts } from './change.ts';
import { dueAt, keepDeadlines, runningClocks } from './clocks.ts';
import {
  factsOf,
  isSideSuspended,
  type LockedTicket,
  NO_RESERVATIONS,
  type PlannedMilestone,
  type Reservations,
  reservationsOf,
  type TicketRow,
} from './locked.ts';

export interface Step {
  action: Action;
  actor: Actor;
  milestoneId?: string | undefined;
  message?: { id: string; mine: boolean; reported: boolean; decision: boolean };
  /** The payment that a `confirm-payment` is about. */
  payment?: { checkoutId: string; expected: boolean };
  /** Of a moderator's step that moves money. */
  amounts?: MoneyAmounts;
}

/** What a step did. */
export interface Performed {
  rule: Rule;
  status: TicketStatus;
  milestone: PlannedMilestone | undefined;
}

/**
 * Takes one step of the lifecycle on a locked request: asks the rulebook, writes the new states,
 * the history, the money and the mail that the rule names and the deadlines that begin or end by it,
 * and tells the open screens.
 * @throws Refusal `not_found` when the actor may not see the request, else the rulebook's own
 */
export async function perform(
  change: Change,
  locked: LockedTicket,
  step: Step,
): Promise<Performed> {
  const { ticket } = locked;
  const relation = relationTo(locked, step.actor);
  if (!isMachine(step.actor) && !maySee(relation, ticket) && !mayTry(step.action, relation)) {
    throw new Refusal('not_found');
  }
  const milestone = locked.milestones.find(({ id }) => id === step.milestoneId);
  const facts = await gatherFacts(change, locked, step);
  const decision = decide(step.action, relation, facts);
  if (!decision.allowed) throw new Refusal(decision.code, decision.reason);
  const { rule, next } = decision;

  const before = { status: ticket.status, developer_id: ticket.developer_id };
  const from = { ticket: ticket.status, milestone: milestone?.status ?? null };
  const clocks = runningClocks(locked);
  const now = new Date();
  await writeTicket(change, locked, { rule, next, actor: step.actor, now });
  if (milestone && rule.to.milestone && rule.to.milestone !== milestone.status) {
    await writeMilestone(change, milestone, rule.to.milestone);
  }
  await writeHistory(change, ticket, {
    rule,
    relation,
    from,
    actor: step.actor,
    milestoneId: step.milestoneId,
  });
  if (rule.money)
    await change.effects.moveMoney(change, rule.money, {
      locked,
      milestone,
      checkoutId: step.payment?.checkoutId,
      amounts: step.amounts,
    });
  if (rule.clears_plan) await clearPlan(change, locked);
  await keepDeadlines(change, locked, clocks, now);
  if (rule.notice)
    await change.effects.sendNotice(change, rule.notice, {
      ticket,
      actor: step.actor,
      developerBefore: before.developer_id,
      milestoneId: step.milestoneId,
      messageId: step.message?.id,
    });
  tellScreens(change, locked, { before, milestoneId: step.milestoneId });
  return { rule, status: next, milestone };
}

function relationTo({ ticket }: LockedTicket, actor: Actor): Relation {
  return isMachine(actor) ? actor : relationOf(actor, ticket);
}

/** A candidate who comes too late is told so, and a moderator acts on what only reports show them. */
function mayTry(action: Action, relation: Relation): boolean {
  return (
    (relation === 'candidate' || relation === 'moderator') &&
    lifecycle.some((rule) => rule.action === action && rule.by.includes(relation))
  );
}

/** What the rulebook wants to know; what only some steps are decided by is looked up for these alone. */
async function gatherFacts(change: Change, locked: LockedTicket, step: Step): Promise<Facts> {
  const reservations =
    step.action === 'reserve' ? await countReservations(change, step.actor) : NO_RESERVATIONS;
  const suspended = step.action === 'resume' && (await isSideSuspended(change.tx, locked.ticket));
  const money = await moneyToGiveBack(change, locked, step);
  return factsOf(locked, { ...step, reservations, suspended, money });
}

/** Only the two steps that give money back ask for it. */
async function moneyToGiveBack(
  { tx }: Change,
  { ticket, milestones }: LockedTicket,
  { action, milestoneId }: Step,
) {
  if (action !== 'money-back' && action !== 'refund') return {};
  const records = await moneyLeft(tx, ticket.id);
  if (action === 'money-back') return moneyFacts(allMoneyLeft(records));
  const milestone = milestones.find(({ id }) => id === milestoneId);
  return moneyFacts(records.get(milestone?.billing_record_id ?? ''));
}

/** The history names sides, not chances: a candidate who acts has become the developer. */
function actorKind(
  relation: Relation,
): 'customer' | 'developer' | 'moderator' | 'clock' | 'provider' {
  if (relation === 'candidate') return 'developer';
  if (relation === 'stranger') throw new Refusal('not_your_part');
  return relation;
}

/** Counts under a lock on the developer, so that two reservations at once cannot pass the limit. */
async function countReservations({ tx }: Change, actor: Actor): Promise<Reservations> {
  if (isMachine(actor)) return NO_RESERVATIONS;
  await tx.selectFrom('profiles').select('id').where('id', '=', actor.id).forUpdate().execute();
  return reservationsOf(tx, actor.id);
}

interface Move {
  rule: Rule;
  next: TicketStatus;
  actor: Actor;
  now: Date;
}

async function writeTicket(
  { tx }: Change,
  locked: LockedTicket,
  { rule, next, actor, now }: Move,
): Promise<void> {
  const { ticket } = locked;
  const developer_id =
    rule.developer === 'none'
      ? null
      : rule.developer === 'actor' && !isMachine(actor)
        ? actor.id
        : ticket.developer_id;
  const moved = next !== ticket.status;
  const reserved = next === 'AWAITING_ASSIGNMENT' && developer_id !== null;
  if (!moved && developer_id === ticket.developer_id) return;
  const values = {
    status: next,
    developer_id,
    status_since: now,
    // Shown with the request, so that no list has to ask for its deadline.
    reserved_until: reserved ? dueAt('lapse', now) : null,
    status_before_help: next === 'REQUIRES_MOD_ASSISTANCE' ? ticket.status : null,
  };
  await tx.updateTable('tickets').set(values).where('id', '=', ticket.id).execute();
  Object.assign(ticket, values);
}

async function writeMilestone(
  { tx }: Change,
  milestone: PlannedMilestone,
  status: NonNullable<Rule['to']['milestone']>,
): Promise<void> {
  await tx
    .updateTable('milestones')
    .set({
      status,
      ...(status === 'IN_PROGRESS' && milestone.status === 'PLANNED' && { started_at: new Date() }),
    })
    .where('id', '=', milestone.id)
    .execute();
  milestone.status = status;
}

interface Happened {
  rule: Rule;
  relation: Relation;
  actor: Actor;
  milestoneId: string | undefined;
  from: { ticket: TicketStatus; milestone: MilestoneStatus | null };
}

/** Of the request as it is after the step. */
async function writeHistory(
  { tx }: Change,
  ticket: TicketRow,
  { rule, relation, actor, milestoneId, from }: Happened,
): Promise<void> {
  await tx
    .insertInto('ticket_history')
    .values({
      ticket_id: ticket.id,
      milestone_id: milestoneId ?? null,
      action: rule.action,
      event: rule.event,
      actor_id: isMachine(actor) ? null : actor.id,
      actor: actorKind(relation),
      from_status: from.ticket,
      to_status: ticket.status,
      milestone_from: from.milestone,
      milestone_to: rule.to.milestone ?? from.milestone,
      developer_id: ticket.developer_id,
    })
    .execute();
}

/** What was done and paid stays; what was only planned goes, its billing records stay behind. */
async function clearPlan(change: Change, locked: LockedTicket): Promise<void> {
  await change.tx
    .deleteFrom('milestones')
    .where('ticket_id', '=', locked.ticket.id)
    .where('status', '<>', 'ACCEPTED')
    .execute();
  await enqueueJob(change.tx, 'remove-files', {});
  locked.milestones = locked.milestones.filter(({ status }) => status === 'ACCEPTED');
}

interface Told {
  before: { developer_id: string | null; status: TicketStatus };
  milestoneId?: string | undefined;
}

/** Both sides as they were and as they are; and the list of open requests where it changed. */
function tellScreens(
  change: Change,
  { ticket }: LockedTicket,
  { before, milestoneId }: Told,
): void {
  const people = [ticket.customer_id, before.developer_id, ticket.developer_id];
  const to = [...new Set(people.filter((id) => id !== null))];
  const wasOpen = before.status === 'AWAITING_ASSIGNMENT' && before.developer_id === null;
  const isOpen = ticket.status === 'AWAITING_ASSIGNMENT' && ticket.developer_id === null;
  const categories = wasOpen || isOpen ? { categories: ticket.categories } : {};
  change.tell({ type: 'ticket', ticket_id: ticket.id, to, ...categories });
  if (milestoneId) change.tell({ type: 'milestone', ticket_id: ticket.id, id: milestoneId, to });
}
