import type { Rule } from '#domain/lifecycle.ts';
import { MAX_OWN_QUOTES, QUOTE_HOURS } from '#domain/limits.ts';
import { HOUR_MS } from '#domain/milliseconds.ts';
import type { Notice } from '#domain/notification-rules.ts';
import { type MilestoneSnapshot, planDifferences } from '#domain/plan-difference.ts';
import type { QuoteOutcome } from '#domain/quote.ts';
import { Refusal } from '#domain/refusals.ts';
import { isOpen } from '#domain/relation.ts';
import { isFinal } from '#domain/ticket-status.ts';
import type { Tx } from '../database/database.ts';
import { isMachine } from './actor.ts';
import type { Change } from './change.ts';
import type { LockedTicket, TicketRow } from './locked.ts';
import { carryOut } from './plan-changes.ts';
import { planNow } from './plan-versions.ts';
import type { QuoteContent, QuoteRow } from './quote-rows.ts';
import type { Move, Step } from './step.ts';

type QuoteColumns = Pick<
  TicketRow,
  'mode' | 'quotes_until' | 'quotes_told' | 'quoted_by' | 'invited'
>;

/** What a step changes of how its request takes quotes; `after` is status and developer. */
export function quoteColumns(
  ticket: TicketRow,
  { rule, step, now }: Move,
  after: Pick<TicketRow, 'status' | 'developer_id'>,
): Partial<QuoteColumns> {
  const opens = isOpen(after) && !isOpen(ticket);
  const begins = rule.quotes === 'extended' || (opens && ticket.mode === 'quotes');
  const stops = rule.quotes === 'over' || rule.mode !== undefined || after.developer_id !== null;
  const quoted_by = authorsAfter(ticket, rule, step, after.status);
  return {
    ...(rule.mode && { mode: rule.mode }),
    ...(quoted_by !== ticket.quoted_by && { quoted_by }),
    ...(rule.action === 'invite' && { invited: [...ticket.invited, ...(step.people ?? [])] }),
    ...(rule.quotes === 'told' && { quotes_told: true }),
    ...(stops && ticket.quotes_until !== null && { quotes_until: null }),
    ...(begins && {
      quotes_until: new Date(now.getTime() + QUOTE_HOURS * HOUR_MS),
      quotes_told: false,
    }),
  };
}

function authorsAfter(
  { quoted_by }: TicketRow,
  { quote }: Rule,
  { actor, quote: about }: Step,
  status: TicketRow['status'],
): string[] {
  if (quote === 'sent' && !isMachine(actor)) return [...quoted_by, actor.id];
  if (quote === 'withdrawn') return quoted_by.filter((id) => id !== about?.developer_id);
  const endsAll = quote === 'chosen' || quote === 'closed' || isFinal(status);
  return endsAll && quoted_by.length > 0 ? [] : quoted_by;
}

/** What a step did to quotes: whom it names, and how those are told beside the rule's own notices. */
export interface TakenQuotes {
  people: readonly string[];
  notices: readonly Notice[];
}

/**
 * Stores what a step does to the quotes of a locked request, whose row is written already.
 * @param before authors of running quotes before it
 */
export async function takeQuotes(
  { tx }: Change,
  { ticket }: LockedTicket,
  move: Pick<Move, 'rule' | 'step' | 'now'> & { before: readonly string[] },
): Promise<TakenQuotes> {
  const { rule, step, before } = move;
  const endsWithIt = rule.quote === undefined && before.length > 0 && isFinal(ticket.status);
  const what = endsWithIt ? 'closed' : rule.quote;
  if (what) await writeQuote[what](tx, ticket, move);
  const others = before.filter((id) => id !== step.quote?.developer_id);
  return { people: step.people ?? others, notices: endsWithIt ? ['quotes_closed'] : [] };
}

type Write = (tx: Tx, ticket: TicketRow, move: Pick<Move, 'step' | 'now'>) => Promise<void>;

const writeQuote: Record<NonNullable<Rule['quote']>, Write> = {
  sent: (tx, ticket, { step }) => addQuote(tx, ticket, step),
  edited: (tx, _, { step, now }) => editQuote(tx, step, now),
  withdrawn: (tx, { id }, { step, now }) => endQuotes(tx, id, 'withdrawn', now, aboutQuote(step)),
  chosen: async (tx, { id }, { step, now }) => {
    await endQuotes(tx, id, 'chosen', now, aboutQuote(step));
    await endQuotes(tx, id, 'declined', now);
  },
  closed: (tx, { id }, { now }) => endQuotes(tx, id, 'closed', now),
};

function aboutQuote({ quote }: Step): QuoteRow {
  if (!quote) throw new Error('a step on a quote names it');
  return quote;
}

function contentOf({ quoted }: Step): QuoteContent {
  if (!quoted) throw new Error('a quote that is written has words and a plan');
  return quoted;
}

/** The profile of the author is locked, so its places are as they are. */
async function addQuote(tx: Tx, { id: ticket_id }: TicketRow, step: Step): Promise<void> {
  const { actor } = step;
  const { message, milestones } = contentOf(step);
  if (isMachine(actor)) throw new Error('a quote is written by a person');
  const taken = await tx
    .selectFrom('quotes')
    .select('place')
    .where('developer_id', '=', actor.id)
    .where('outcome', 'is', null)
    .execute();
  const places = Array.from({ length: MAX_OWN_QUOTES }, (_, place) => place + 1);
  const place = places.find((free) => !taken.some((each) => each.place === free));
  if (place === undefined) throw new Refusal('too_many_quotes');
  const developer_id = actor.id;
  await tx
    .insertInto('quotes')
    .values({ ticket_id, developer_id, message, milestones: JSON.stringify(milestones), place })
    .execute();
}

async function editQuote(tx: Tx, step: Step, now: Date): Promise<void> {
  const { message, milestones } = contentOf(step);
  const { id, version } = aboutQuote(step);
  await tx
    .updateTable('quotes')
    .set({
      message,
      milestones: JSON.stringify(milestones),
      version: version + 1,
      edited_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends one running quote, or all that are left. */
async function endQuotes(
  tx: Tx,
  ticketId: string,
  outcome: QuoteOutcome,
  now: Date,
  quote?: QuoteRow,
): Promise<void> {
  await tx
    .updateTable('quotes')
    .set({ outcome, decided_at: now, place: null })
    .where('ticket_id', '=', ticketId)
    .where('outcome', 'is', null)
    .$if(quote !== undefined, (query) => query.where('id', '=', quote?.id ?? ''))
    .execute();
}

/**
 * Puts the plan of the chosen quote into a locked request. What an earlier developer left there and
 * nobody has paid for or delivered leaves it.
 * @returns the differences; what is dropped leaves the plan after its records (`shortenPlan`)
 */
export async function takeOverPlan(
  change: Change,
  locked: LockedTicket,
  { rule, step }: Pick<Move, 'rule' | 'step'>,
) {
  if (rule.action !== 'take-over-plan' || !step.quoted) return [];
  const { tx } = change;
  const plan = await planNow(tx, locked.ticket.id);
  const delivered = await deliveredOf(tx, plan);
  const isDraft = ({ id }: MilestoneSnapshot) =>
    locked.milestones.some(
      (each) =>
        each.id === id &&
        each.status === 'PLANNED' &&
        each.billing === 'unpaid' &&
        each.awarded_cents === null,
    ) && !delivered.has(id);
  const differences = planDifferences(plan.filter(isDraft), step.quoted.milestones);
  await carryOut(change, locked, differences);
  return differences;
}

async function deliveredOf(tx: Tx, plan: readonly { id: string }[]): Promise<Set<string>> {
  if (plan.length === 0) return new Set();
  const ids = plan.map(({ id }) => id);
  const rows = await tx
    .selectFrom('deliveries')
    .select('milestone_id')
    .where('milestone_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ milestone_id }) => milestone_id));
}

/** Facts about the quote that is acted on, and who acts. */
export function quoteFacts({ ticket }: LockedTicket, { actor, quote }: Step) {
  return {
    has_quoted: !isMachine(actor) && ticket.quoted_by.includes(actor.id),
    ...(quote && { quote_runs: quote.outcome === null }),
  };
}
