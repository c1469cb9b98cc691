import { isHandover } from '#domain/handover.ts';
import type { Rule } from '#domain/lifecycle.ts';
import { isSide } from '#domain/relation.ts';
import { isFinal, type TicketStatus } from '#domain/ticket-status.ts';
import type { Cancellation, Ending, Help } from '#domain/way-out.ts';
import { isMachine } from './actor.ts';
import { proposalOf } from './cancellation.ts';
import type { Change } from './change.ts';
import { dueAt } from './clocks.ts';
import type { LockedTicket, TicketRow } from './locked.ts';
import { beginPairing, endPairing } from './pairings.ts';
import { quoteColumns } from './quotes.ts';
import type { Move, Step } from './step.ts';

/** Writes a step's changes to its request, in the database and in the locked copy. */
export async function writeTicket({ tx }: Change, locked: LockedTicket, move: Move): Promise<void> {
  const { ticket } = locked;
  const { rule, next, relation, step, now } = move;
  const hands = await changeHands(tx, ticket, move);
  const { developer_id } = { ...ticket, ...hands };
  const values = {
    ...furtherValues(locked, move, hands !== null),
    ...quoteColumns(ticket, move, { status: next, developer_id }),
    ...hands,
  };
  if (next === ticket.status && !hands) {
    if (Object.keys(values).length > 0) await write({ tx }, ticket, values);
    return;
  }
  const reserved = next === 'AWAITING_ASSIGNMENT' && developer_id !== null;
  const needsHelp = next === 'REQUIRES_MOD_ASSISTANCE';
  await write({ tx }, ticket, {
    ...values,
    status: next,
    status_since: now,
    // On the row, so that lists need not read deadlines.
    reserved_until: reserved ? dueAt('lapse', now) : null,
    status_before_help: needsHelp ? ticket.status : null,
    help: helpOf(ticket, { relation, step }),
    ending: endingAfter(ticket, rule),
    ending_before_help: needsHelp ? ticket.ending : null,
    ...endingKept(ticket, rule, next),
    help_kind: needsHelp ? rule.action : null,
    ...(next !== ticket.status && NOBODYS_CASE),
  });
}

function endingAfter(ticket: TicketRow, { ending, to }: Rule): Ending | null {
  if (to?.ticket === 'remembered') return ticket.ending_before_help;
  const kept = to?.ticket === 'as_it_ended' ? ticket.ending_before_repair : null;
  return kept ?? ending ?? null;
}

/** A repair that comes to nothing leaves a rejected request as it was. */
function endingKept({ status, ending }: TicketRow, { action }: Rule, next: TicketStatus) {
  if (action === 'broke-again' && status === 'CUSTOMER_REJECTED')
    return { ending_before_repair: ending };
  return isFinal(next) || next === 'AWAITING_ASSIGNMENT' ? { ending_before_repair: null } : null;
}

/** What a step changes beside status and developer. */
function furtherValues(
  locked: LockedTicket,
  move: Move,
  changesHands: boolean,
): Partial<Omit<TicketRow, 'pauses'>> {
  const { rule, next, now } = move;
  const isOver = changesHands || isFinal(next);
  return {
    ...(rule.proposal && {
      cancellation: rule.proposal === 'made' ? proposalBy(locked, move) : null,
    }),
    ...questionAfter(locked.ticket, move, { isOver }),
    ...(rule.action === 'remind' && { reminded_at: now }),
    ...(rule.keeps_held && { keeps_held: true }),
    // What was decided about held money depended on the previous developer.
    ...(rule.money === 'hand_over' && { keeps_held: false }),
  };
}

/** The open question: the first of several by one side, until the other side writes. */
function questionAfter(
  { question, status }: TicketRow,
  { rule, relation, step, next, now }: Move,
  { isOver }: { isOver: boolean },
): Pick<TicketRow, 'question' | 'question_from'> | null {
  if (rule.question === 'asked' && isSide(relation)) {
    if (question?.asked_by === relation) return null;
    if (step.askedIn === undefined) throw new Error('a question is asked by a message');
    const asked = { asked_by: relation, asked_at: now.toISOString() };
    return { question: asked, question_from: step.askedIn };
  }
  // A side that moves the request on has answered by that.
  const moves = isSide(relation) && relation !== question?.asked_by && next !== status;
  const ends = isOver || moves || rule.question === 'over';
  return question && ends ? { question: null, question_from: null } : null;
}

/**
 * Ends the pairing of a developer who loses the request, or begins that of a new one; null for neither.
 */
async function changeHands(
  tx: Change['tx'],
  ticket: TicketRow,
  { rule, step }: Move,
): Promise<Pick<TicketRow, 'developer_id' | 'pairing_id' | 'replaced' | 'handed_over'> | null> {
  const developer_id = developerAfter(ticket, rule, step);
  if (developer_id === ticket.developer_id) return null;
  await endPairing(tx, ticket, rule.action);
  const pairing_id = developer_id && (await beginPairing(tx, ticket, developer_id));
  const left = rule.replaces ? ticket.developer_id : null;
  const replaced = left === null ? ticket.replaced : [...ticket.replaced, left];
  const handed_over = ticket.handed_over || isHandover(rule.action);
  return { developer_id, pairing_id, replaced, handed_over };
}

function developerAfter(ticket: TicketRow, rule: Rule, { actor, quote }: Step): string | null {
  if (rule.developer === 'none') return null;
  if (rule.developer === 'quoted') return quote?.developer_id ?? ticket.developer_id;
  return rule.developer === 'actor' && !isMachine(actor) ? actor.id : ticket.developer_id;
}

function proposalBy(
  locked: LockedTicket,
  { relation, step: { asked }, now }: Pick<Move, 'relation' | 'step' | 'now'>,
): Cancellation {
  if (!asked || !isSide(relation))
    throw new Error('a proposal to cancel is made by a side, in its own words');
  return proposalOf(locked, { by: relation, asked, now });
}

/** Why a side, or their unanswered proposal, brings a request to the moderators. */
function helpOf(
  { cancellation }: TicketRow,
  { relation, step }: Pick<Move, 'relation' | 'step'>,
): Help | null {
  if (step.action === 'pass-on-cancel' && cancellation)
    return {
      by: cancellation.asked_by,
      reason: 'no_agreement',
      text: cancellation.reason,
      message_id: cancellation.message_id,
    };
  if (!step.helpReason || !isSide(relation)) return null;
  return { by: relation, reason: step.helpReason, text: step.words ?? '', message_id: null };
}

async function write(
  { tx }: Pick<Change, 'tx'>,
  ticket: TicketRow,
  values: Partial<Omit<TicketRow, 'pauses'>>,
): Promise<void> {
  await tx.updateTable('tickets').set(values).where('id', '=', ticket.id).execute();
  Object.assign(ticket, values);
}

/** A request that comes to the moderators, or leaves them, is nobody's case. */
const NOBODYS_CASE = { moderator_id: null, moderator_since: null, asked_at: null };
