import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { checksAfter } from '#domain/check.ts';
import type { Rule } from '#domain/lifecycle.ts';
import { MAX_MILESTONES } from '#domain/limits.ts';
import { editedForm, milestoneInputSchema, termsOf } from '#domain/milestone.ts';
import {
  type ChangeInput,
  NOTHING_CHANGED,
  type OpenChange,
  whyFixed,
} from '#domain/plan-change.ts';
import {
  type MilestoneSnapshot,
  type PlanDifference,
  planDifferences,
} from '#domain/plan-difference.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { isSide } from '#domain/relation.ts';
import type { Relation } from '#domain/rule-facts.ts';
import { decide } from '#domain/rulebook.ts';
import { sharesOf } from '#domain/way-out.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { parseInput } from '../http/parse-input.ts';
import { asHeld } from './cancellation.ts';
import type { Change } from './change.ts';
import { dueAt } from './clocks.ts';
import { factsOf, type LockedTicket, lockTicket, planOf, type TicketRow } from './locked.ts';
import { planNow } from './plan-versions.ts';
import { addChecks, editChecks, requireFitting } from './write-checks.ts';

/** A change of the plan that a step proposes or answers. */
export interface TakenChange {
  id: string;
  asked_by: OpenChange['asked_by'];
  differences: PlanDifference[];
}

interface Taking {
  rule: Rule;
  relation: Relation;
  proposed: ChangeInput | undefined;
  now: Date;
}

/**
 * Stores what a step does with a change of a locked request's plan; null for other steps. Once agreed,
 * the plan contains it, except for dropped milestones: those leave it after their refund
 * (`shortenPlan`).
 * @throws Refusal `plan_changed`, `money_changed`, or as `fitting`
 */
export async function takeChange(
  change: Change,
  locked: LockedTicket,
  { rule, relation, proposed, now }: Taking,
): Promise<TakenChange | null> {
  const { tx } = change;
  const { ticket } = locked;
  if (rule.change === undefined) return null;
  if (rule.change === 'proposed') {
    if (!isSide(relation) || !proposed) throw new Error('a change is proposed by a side');
    return propose(change, locked, { by: relation, proposed, now });
  }
  if (ticket.change === null) throw new Error('a rule answers a change that is not there');
  const { id, asked_by } = ticket.change;
  const { differences } = await tx
    .updateTable('plan_changes')
    .set({ outcome: rule.change, decided_at: now })
    .where('id', '=', id)
    .returning('differences')
    .executeTakeFirstOrThrow();
  await writeOpen(tx, ticket, null);
  if (rule.change === 'agreed') {
    await requireUnchanged(tx, locked, differences);
    await carryOut(change, locked, differences);
  }
  return { id, asked_by, differences };
}

async function propose(
  change: Change,
  locked: LockedTicket,
  { by, proposed, now }: { by: OpenChange['asked_by']; proposed: ChangeInput; now: Date },
): Promise<TakenChange> {
  const { tx } = change;
  const { ticket } = locked;
  if (ticket.pairing_id === null) throw new Error('a plan of nobody');
  const plan = await planNow(tx, ticket.id);
  const differences = await fitting(tx, locked, plan, wantedPlan(change, plan, proposed));
  if (differences.length === 0) throw invalidInput('alter', NOTHING_CHANGED);
  const { id } = await tx
    .insertInto('plan_changes')
    .values({
      ticket_id: ticket.id,
      pairing_id: ticket.pairing_id,
      asked_by: by,
      asked_at: now,
      differences: JSON.stringify(differences),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer_by = dueAt('lapse-change', now).toISOString();
  await writeOpen(tx, ticket, { id, asked_by: by, asked_at: now.toISOString(), answer_by });
  return { id, asked_by: by, differences };
}

/** Links a change to the message with its words. */
export async function tellChange(tx: Tx, changeId: string, messageId: string): Promise<void> {
  await tx
    .updateTable('plan_changes')
    .set({ message_id: messageId })
    .where('id', '=', changeId)
    .execute();
}

/** Also on the request's row, which is locked and which lists read. */
async function writeOpen(tx: Tx, ticket: TicketRow, change: OpenChange | null): Promise<void> {
  await tx.updateTable('tickets').set({ change }).where('id', '=', ticket.id).execute();
  ticket.change = change;
}

/**
 * The proposed plan.
 * @throws Refusal `plan_changed` for a milestone that is not in the plan, `invalid_input`
 */
function wantedPlan(
  change: Change,
  plan: readonly MilestoneSnapshot[],
  { add, alter, drop }: ChangeInput,
): MilestoneSnapshot[] {
  const named = [...alter.map(({ id }) => id), ...drop];
  if (!named.every((id) => plan.some((each) => each.id === id))) throw new Refusal('plan_changed');
  const kept = plan.filter(({ id }) => !drop.includes(id));
  return [
    ...kept.map((each) => {
      const place = alter.findIndex(({ id }) => id === each.id);
      if (place === -1) return each;
      const { id: _, ...patch } = alter[place] ?? {};
      const edited = parseInput(milestoneInputSchema, editedForm(each, patch));
      const there = new Set(each.checks.flatMap(({ id }) => id ?? []));
      requireFitting(change, edited.checks ?? [], there, `alter.${place}.`);
      return { ...each, ...termsOf(edited, each) };
    }),
    ...add.map((input, place) => {
      requireFitting(change, input.checks ?? [], new Set(), `add.${place}.`);
      return { id: randomUUID(), ...termsOf(input) };
    }),
  ];
}

/** The current plan with an earlier proposal applied to it. */
function planWith(
  plan: readonly MilestoneSnapshot[],
  differences: readonly PlanDifference[],
): MilestoneSnapshot[] {
  const after = new Map(differences.map((each) => [each.milestone_id, each.after]));
  const kept = plan.map((each) => (after.has(each.id) ? (after.get(each.id) ?? null) : each));
  const added = differences.filter(({ kind }) => kind === 'added').map((each) => each.after);
  return [...kept, ...added].filter((each) => each !== null);
}

/**
 * The differences between the plan of a locked request and a proposed one, if it is allowed.
 * @throws Refusal as `whyFixed`, `too_many_milestones`, `nothing_left_to_do`
 */
async function fitting(
  tx: Tx,
  locked: LockedTicket,
  plan: readonly MilestoneSnapshot[],
  wanted: readonly MilestoneSnapshot[],
): Promise<PlanDifference[]> {
  if (wanted.length > MAX_MILESTONES) throw new Refusal('too_many_milestones');
  const isDone = (id: string) =>
    locked.milestones.some((each) => each.id === id && each.status === 'ACCEPTED');
  const differences = planDifferences(plan, wanted);
  const delivered = await deliveredOf(tx, differences);
  const found = differences.map((difference) => {
    const milestone = locked.milestones.find(({ id }) => id === difference.milestone_id);
    if (!milestone) return difference;
    const isDropped = difference.kind === 'removed';
    const work = { ...milestone, delivered: delivered.has(milestone.id) };
    const code = whyFixed(work, isDropped ? 'drop' : 'alter');
    if (code) throw new Refusal(code);
    if (!isDropped || milestone.billing !== 'held') return difference;
    return { ...difference, refunded_cents: sharesOf(asHeld(milestone), 0).customer_cents };
  });
  if (wanted.every(({ id }) => isDone(id))) throw new Refusal('nothing_left_to_do');
  return found;
}

/** Keeps what was delivered for a milestone, so that it can be seen later. */
async function deliveredOf(tx: Tx, differences: readonly PlanDifference[]): Promise<Set<string>> {
  const dropped = differences.filter(({ kind }) => kind === 'removed');
  if (dropped.length === 0) return new Set();
  const rows = await tx
    .selectFrom('deliveries')
    .select('milestone_id')
    .where(
      'milestone_id',
      'in',
      dropped.map(({ milestone_id }) => milestone_id),
    )
    .execute();
  return new Set(rows.map(({ milestone_id }) => milestone_id));
}

/** Agreement must be to what was proposed, with the plan and the money as they are now. */
async function requireUnchanged(
  tx: Tx,
  locked: LockedTicket,
  differences: readonly PlanDifference[],
): Promise<void> {
  const plan = await planNow(tx, locked.ticket.id);
  const now = await fitting(tx, locked, plan, planWith(plan, differences));
  if (isDeepStrictEqual(now, differences)) return;
  const refunds = (all: readonly PlanDifference[]) => all.map((each) => each.refunded_cents);
  throw new Refusal(
    isDeepStrictEqual(refunds(now), refunds(differences)) ? 'plan_changed' : 'money_changed',
  );
}

/** Writes added and altered milestones; added ones come last. */
export async function carryOut(
  change: Change,
  { ticket, milestones }: LockedTicket,
  differences: readonly PlanDifference[],
): Promise<void> {
  const { tx } = change;
  let position = Math.max(0, ...milestones.map((each) => each.position));
  for (const { kind, before, after } of differences) {
    if (after === null) continue;
    const { id, checks, ...terms } = after;
    const titles = [before?.title ?? '', terms.title];
    if (kind === 'added') {
      position += 1;
      await tx
        .insertInto('milestones')
        .values({ id, ...terms, ticket_id: ticket.id, position })
        .execute();
      await addChecks(
        change,
        id,
        isDeepStrictEqual(checks, checksAfter(terms)) ? undefined : checks,
      );
    } else {
      await tx.updateTable('milestones').set(terms).where('id', '=', id).execute();
      await editChecks(change, id, { checks, titles });
    }
  }
}

/**
 * Removes milestones from the plan: those that a change drops, or all that are not approved. Their
 * billing records stay.
 */
export async function shortenPlan(
  tx: Tx,
  locked: LockedTicket,
  { rule, differences }: { rule: Rule; differences: readonly PlanDifference[] },
): Promise<void> {
  if (!rule.clears_plan && differences.length === 0) return;
  const open = locked.milestones.filter(({ status }) => status !== 'ACCEPTED');
  const dropped = differences.filter(({ kind }) => kind === 'removed');
  const gone = rule.clears_plan
    ? open.map(({ id }) => id)
    : dropped.map(({ milestone_id }) => milestone_id);
  if (gone.length > 0) {
    await tx.deleteFrom('milestones').where('id', 'in', gone).execute();
    await enqueueJob(tx, 'remove-files', {});
  }
  locked.milestones = await planOf(tx, locked.ticket.id);
}

/**
 * Locks the request of a change of its plan.
 * @throws Refusal `not_found`
 */
export async function lockTicketOfChange(tx: Tx, changeId: string): Promise<LockedTicket> {
  const found = await tx
    .selectFrom('plan_changes')
    .select('ticket_id')
    .where('id', '=', changeId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return lockTicket(tx, found.ticket_id);
}

/** Whether no work is left to change, or somebody proposes to cancel. */
export function isChangeOutdated(locked: LockedTicket): boolean {
  const { change, cancellation } = locked.ticket;
  if (!change) return false;
  const stays = decide('withdraw-change', change.asked_by, factsOf(locked, {})).allowed;
  return !stays || cancellation !== null;
}
