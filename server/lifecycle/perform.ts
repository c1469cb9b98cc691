import { type Action, lifecycle, type Rule } from '#domain/lifecycle.ts';
import type { MilestoneStatus } from '#domain/milestone-status.ts';
import { isNothing } from '#domain/record-money.ts';
import type { StepMoney } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import { maySee, relationOf } from '#domain/relation.ts';
import type { Facts, Relation } from '#domain/rule-facts.ts';
import { decide } from '#domain/rulebook.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { caseChanged } from '../database/live-event.ts';
import { allMoneyLeft, moneyFacts, moneyLeft } from '../ledger/money-left.ts';
import { watchMoney } from '../ledger/record-money.ts';
import { type Actor, isMachine } from './actor.ts';
import { isOutdated } from './cancellation.ts';
import type { Change, MoneyAbout } from './change.ts';
import { failedIn } from './checks.ts';
import { keepTime } from './clocks.ts';
import { blanksOf, listsOf } from './letter-blanks.ts';
import {
  factsOf,
  isSideSuspended,
  type LockedTicket,
  lockPerson,
  type PlannedMilestone,
  type Reservations,
  reservationsOf,
  type TicketRow,
  wasPaid,
} from './locked.ts';
import { isChangeOutdated, shortenPlan, type TakenChange, takeChange } from './plan-changes.ts';
import { type KeptVersion, keepVersion } from './plan-versions.ts';
import { quoteFacts, takeOverPlan, takeQuotes } from './quotes.ts';
import type { Step } from './step.ts';
import { isUndecided } from './under-review.ts';
import { writeMilestone, writeTime } from './write-milestone.ts';
import { writeTicket } from './write-ticket.ts';

/** What a step did. */
export interface Performed {
  rule: Rule;
  status: TicketStatus;
  milestone: PlannedMilestone | undefined;
  /** What it did with money. */
  money: StepMoney | null;
  /** The change of the plan that it made or answered. */
  changed: TakenChange | null;
  /** The plan that it submitted. */
  version: KeptVersion | null;
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

  await approveEarned(change, locked, rule.approves_earned === 'before');
  const { cancellation } = ticket;
  const { status, developer_id, quoted_by } = ticket;
  const before = { status, developer_id, quoted_by };
  const from = { ticket: ticket.status, milestone: milestone?.status ?? null };
  const pairingBefore = ticket.pairing_id;
  const now = step.now ?? new Date();
  await writeTicket(change, locked, { rule, next, relation, step, now });
  if (milestone && rule.to?.milestone && rule.to.milestone !== milestone.status) {
    await writeMilestone(change, milestone, rule, now);
  }
  if (milestone) await writeTime(change, locked, { milestone, step, now });
  const changed = await takeChange(change, locked, {
    rule,
    relation,
    proposed: step.proposed,
    now,
  });
  const quotes = await takeQuotes(change, locked, { rule, step, now, before: before.quoted_by });
  const differences =
    rule.change === 'agreed'
      ? (changed?.differences ?? [])
      : await takeOverPlan(change, locked, { rule, step });
  const money = await moveMoney(change, rule, {
    locked,
    milestone,
    step,
    agreed: cancellation,
    differences,
  });
  const pairing_id = ticket.pairing_id ?? pairingBefore;
  await writeHistory(change, ticket, { rule, relation, from, money, step, milestone, pairing_id });
  await shortenPlan(change.tx, locked, { rule, differences });
  const version = await keepVersion(change.tx, ticket, { rule, changed });
  await keepTime(change, locked, now);
  for (const notice of [rule.notice ?? [], quotes.notices].flat())
    await change.effects.sendNotice(change, notice, {
      ticket,
      actor: step.actor,
      developerBefore: before.developer_id,
      milestoneId: step.milestoneId,
      messageId: step.message?.id,
      people: quotes.people,
      concerns: step.concerns,
      money,
      words: step.words ?? null,
      lists: listsOf(locked, { rule, milestone, version, checkIds: step.checkIds }),
      blanks: blanksOf(locked, { answered: cancellation, changed, version, milestone, rule, now }),
    });
  tellScreens(change, locked, { before, milestoneId: step.milestoneId });
  await approveEarned(change, locked, rule.approves_earned === 'after');
  await lapseProposals(change, locked, { rule, before });
  return { rule, status: next, milestone, money, changed, version };
}

/** Answers with what the ledger says afterwards: what is told of the step is what was booked. */
async function moveMoney(
  change: Change,
  { money }: Rule,
  {
    step,
    ...about
  }: Pick<MoneyAbout, 'locked' | 'milestone' | 'agreed' | 'differences'> & { step: Step },
): Promise<StepMoney | null> {
  if (!money) return null;
  const watch = await watchMoney(change.tx, about.locked.ticket.id);
  await change.effects.moveMoney(change, money, {
    ...about,
    checkoutId: step.payment?.checkoutId,
    amounts: step.amounts,
    dispute: step.dispute,
  });
  const moved = await watch.moved();
  return isNothing(moved) ? null : moved;
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
  const reservations = await countReservations(change, step);
  const suspended = step.action === 'resume' && (await isSideSuspended(change.tx, locked.ticket));
  const deletes = step.action === 'delete';
  const paid = deletes && (await wasPaid(change.tx, locked.ticket.id));
  const undecided = deletes && (await isUndecided(change.tx, locked.ticket.id));
  const money = await moneyToGiveBack(change, locked, step);
  const now = step.now ?? new Date();
  return {
    ...factsOf(locked, { ...step, now, reservations, suspended, paid, undecided, money }),
    ...quoteFacts(locked, step),
  };
}

const ASK_FOR_MONEY: readonly Action[] = ['money-back', 'refund', 'refund-released', 'bear-loss'];

/** Only the steps that give money back, or decide about what is gone, ask for it. */
async function moneyToGiveBack(
  { tx }: Change,
  { ticket, milestones }: LockedTicket,
  { action, milestoneId }: Step,
) {
  if (!ASK_FOR_MONEY.includes(action)) return {};
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

/** Counts under a lock on the developer, so that two steps at once cannot pass a limit. */
async function countReservations({ tx }: Change, step: Step): Promise<Partial<Reservations>> {
  const id = takerIn(step);
  if (id === undefined) return {};
  await lockPerson(tx, id);
  return reservationsOf(tx, id);
}

/** The developer whose place a step takes: who takes the request, is chosen for it, or is invited. */
function takerIn({ action, actor, quote, people }: Step): string | undefined {
  if (action === 'choose-quote') return quote?.developer_id;
  if (action === 'invite') return people?.[0];
  const takes = action === 'reserve' || action === 'grab' || action === 'quote';
  return takes && !isMachine(actor) ? actor.id : undefined;
}

/**
 * What the developer is paid for is done: nobody else will approve it any more. Its delivery stays without
 * an answer, as its customer gave none: their figures and the guarantee count answers.
 */
async function approveEarned(change: Change, locked: LockedTicket, isNow: boolean): Promise<void> {
  if (!isNow) return;
  for (const { id: milestoneId } of locked.milestones) {
    const { allowed } = decide('accept', 'clock', factsOf(locked, { milestoneId }));
    if (allowed) await perform(change, locked, { action: 'accept', actor: 'clock', milestoneId });
  }
}

/** What was proposed and does not fit any more lapses. */
async function lapseProposals(
  change: Change,
  locked: LockedTicket,
  { rule, before }: { rule: Rule; before: { developer_id: string | null } },
): Promise<void> {
  if (rule.action !== 'lapse-cancel' && isOutdated(locked, before))
    await perform(change, locked, { action: 'lapse-cancel', actor: 'clock' });
  if (rule.action !== 'lapse-change' && isChangeOutdated(locked))
    await perform(change, locked, { action: 'lapse-change', actor: 'clock' });
}

interface Happened {
  rule: Rule;
  relation: Relation;
  step: Step;
  milestone: PlannedMilestone | undefined;
  from: { ticket: TicketStatus; milestone: MilestoneStatus | null };
  money: StepMoney | null;
  pairing_id: string | null;
}

/** Of the request as it is after the step. */
async function writeHistory(
  { tx }: Change,
  ticket: TicketRow,
  { rule, relation, step, milestone, from, money, pairing_id }: Happened,
): Promise<void> {
  const { actor, milestoneId } = step;
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
      milestone_to: rule.to?.milestone ?? from.milestone,
      developer_id: ticket.developer_id,
      pairing_id,
      failed_checks: failedIn(step, milestone),
      money: money && JSON.stringify(money),
    })
    .execute();
}

interface Told {
  before: { developer_id: string | null; status: TicketStatus; quoted_by: readonly string[] };
  milestoneId?: string | undefined;
}

/** Both sides and authors of quotes as they were and as they are; and the list of open requests where it changed. */
function tellScreens(
  change: Change,
  { ticket }: LockedTicket,
  { before, milestoneId }: Told,
): void {
  const sides = [ticket.customer_id, before.developer_id, ticket.developer_id];
  const people = [...sides, ...before.quoted_by, ...ticket.quoted_by];
  const to = [...new Set(people.filter((id) => id !== null))];
  const wasOpen = before.status === 'AWAITING_ASSIGNMENT' && before.developer_id === null;
  const isOpen = ticket.status === 'AWAITING_ASSIGNMENT' && ticket.developer_id === null;
  const categories = wasOpen || isOpen ? { categories: ticket.categories } : {};
  change.tell({ type: 'ticket', ticket_id: ticket.id, to, ...categories });
  if ([before.status, ticket.status].includes('REQUIRES_MOD_ASSISTANCE'))
    change.tell(caseChanged(ticket.id));
  if (milestoneId) change.tell({ type: 'milestone', ticket_id: ticket.id, id: milestoneId, to });
}
