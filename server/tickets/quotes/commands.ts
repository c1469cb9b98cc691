import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { mayAppealWords } from '#domain/decision.ts';
import { termsOf } from '#domain/milestone.ts';
import type { MilestoneSnapshot } from '#domain/plan-difference.ts';
import {
  type chooseQuoteSchema,
  type QuoteInput,
  type quoteAppealInputSchema,
  type quotePatchSchema,
  type quoteReportInputSchema,
  whyNotReportWords,
} from '#domain/quote.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { notBanned } from '../../database/banned.ts';
import type { Tx } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import { lockTicket, type TicketRow } from '../../lifecycle/locked.ts';
import { perform } from '../../lifecycle/perform.ts';
import { lockTicketOfQuote, type QuoteRow } from '../../lifecycle/quote-rows.ts';
import { requireFitting } from '../../lifecycle/write-checks.ts';
import { appealWords } from '../../notifications/appeal-words.ts';
import { tellWordsReported } from '../../notifications/tell-moderators.ts';
import type { PendingCheckout } from '../../payments/commands.ts';
import { approvePlan } from '../commands.ts';
import { letWordsChange } from '../reported-words.ts';

/** Messages about one quote. */
const MOST_MESSAGES = 100;

/**
 * Sends a developer's quote for an open request.
 * @returns its id
 * @throws Refusal `not_found`, `not_your_part`, `takes_no_quotes`, `quotes_over`, `quotes_full`,
 * `already_quoted`, `too_many_quotes`, `ticket_already_grabbed`, `invalid_input`
 */
export async function sendQuote(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  { message, milestones }: QuoteInput,
): Promise<string> {
  const locked = await lockTicket(change.tx, ticketId);
  const quoted = { message, milestones: planOf(change, milestones) };
  await perform(change, locked, { action: 'quote', actor: viewer, quoted, words: message });
  const { id } = await change.tx
    .selectFrom('quotes')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('developer_id', '=', viewer.id)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Edits a running quote; what is missing stays.
 * @throws Refusal `not_found`, `quote_decided`, `invalid_input`, `words_reported`
 */
export async function editQuote(
  change: Change,
  viewer: Viewer,
  id: string,
  patch: z.output<typeof quotePatchSchema>,
): Promise<void> {
  const { locked, quote } = await lockOwnQuote(change, viewer, id);
  const quoted = {
    message: patch.message ?? quote.message,
    milestones: patch.milestones ? planOf(change, patch.milestones) : quote.milestones,
  };
  if (quoted.message !== quote.message) await letWordsChange(change.tx, { quote_id: id });
  await perform(change, locked, { action: 'edit-quote', actor: viewer, quote, quoted });
}

/** @throws Refusal `not_found`, `quote_decided` */
export async function withdrawQuote(change: Change, viewer: Viewer, id: string): Promise<void> {
  const { locked, quote } = await lockOwnQuote(change, viewer, id);
  await perform(change, locked, { action: 'withdraw-quote', actor: viewer, quote });
}

async function lockOwnQuote(change: Change, viewer: Viewer, id: string) {
  const found = await lockTicketOfQuote(change.tx, id);
  requirePart(viewer, found.locked.ticket, found.quote);
  if (found.quote.developer_id !== viewer.id) throw new Refusal('not_your_part');
  // Its author may not see the request any more.
  if (found.quote.outcome !== null) throw new Refusal('quote_decided');
  return found;
}

/** @throws Refusal `not_found` for all but the customer and its author */
function requirePart(viewer: Viewer, { customer_id }: TicketRow, { developer_id }: QuoteRow): void {
  if (viewer.id !== customer_id && viewer.id !== developer_id) throw new Refusal('not_found');
}

/** A plan from its form; ids are given now, so that they stay when it becomes the request's. */
function planOf(change: Change, milestones: QuoteInput['milestones']): MilestoneSnapshot[] {
  return milestones.map((milestone, place) => {
    requireFitting(change, milestone.checks ?? [], new Set(), `milestones.${place}.`);
    return { id: randomUUID(), ...termsOf(milestone) };
  });
}

/**
 * Gives a request to the author of a quote, with its plan: in review, or approved at once. The words of
 * both about the quote begin their conversation.
 * @returns the request's id, and the checkout of the first milestone where the plan is approved
 * @throws Refusal `not_found`, `not_your_part`, `quote_decided`, `quote_changed`
 */
export async function chooseQuote(
  change: Change,
  viewer: Viewer,
  id: string,
  { version, approve, ip }: z.output<typeof chooseQuoteSchema> & { ip?: string },
): Promise<{ ticketId: string; pending: PendingCheckout | null }> {
  const { locked, quote } = await lockTicketOfQuote(change.tx, id);
  const { ticket } = locked;
  requirePart(viewer, ticket, quote);
  if (quote.developer_id === viewer.id) throw new Refusal('not_your_part');
  const isOther = version !== undefined && version !== quote.version;
  if (quote.outcome === null && isOther) throw new Refusal('quote_changed');
  await perform(change, locked, { action: 'choose-quote', actor: viewer, quote });
  await perform(change, locked, { action: 'take-over-plan', actor: 'clock', quoted: quote });
  await beginConversation(change, ticket, quote);
  const pending = approve
    ? await approvePlan(change, viewer, ticket.id, { ...(ip !== undefined && { ip }) })
    : null;
  return { ticketId: ticket.id, pending };
}

/** Both have read all of it, and were mailed. What moderators have hidden is left behind. */
async function beginConversation(
  { tx }: Change,
  { id: ticket_id, pairing_id }: TicketRow,
  quote: QuoteRow,
): Promise<void> {
  const said = await tx
    .selectFrom('quote_messages')
    .select(['author_id', 'text', 'created_at'])
    .where('quote_id', '=', quote.id)
    .where('hidden_at', 'is', null)
    .orderBy('position')
    .execute();
  const first = {
    author_id: quote.developer_id,
    text: quote.message,
    created_at: quote.created_at,
  };
  for (const message of quote.hidden_at === null ? [first, ...said] : said)
    await tx
      .insertInto('messages')
      .values({ ...message, ticket_id, pairing_id, is_read: true, notification_sent: true })
      .execute();
}

/**
 * Asks or answers about a running quote.
 * @throws Refusal `not_found`, `quote_decided`, `too_many_questions`
 */
export async function askAboutQuote(
  change: Change,
  viewer: Viewer,
  id: string,
  text: string,
): Promise<void> {
  const { tx } = change;
  const { locked, quote } = await lockTicketOfQuote(tx, id);
  requirePart(viewer, locked.ticket, quote);
  if (quote.outcome !== null) throw new Refusal('quote_decided');
  const { count } = await tx
    .selectFrom('quote_messages')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('quote_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count >= MOST_MESSAGES) throw new Refusal('too_many_questions');
  const { customer_id } = locked.ticket;
  const other = viewer.id === customer_id ? quote.developer_id : customer_id;
  await perform(change, locked, {
    action: 'ask-about-quote',
    actor: viewer,
    quote,
    people: [other],
    words: text,
  });
  await tx
    .insertInto('quote_messages')
    .values({ quote_id: id, author_id: viewer.id, text })
    .execute();
}

/**
 * Brings what the other side has written about a quote to the moderators: the quote's own words, or a
 * question or answer. The request goes on.
 * @throws Refusal `not_found`, `own_message`, `quote_decided` for a chosen one, whose words are messages;
 * `message_already_reported`, `message_already_hidden`
 */
export async function reportQuoteWords(
  change: Change,
  viewer: Viewer,
  id: string,
  { text, message_id: named }: z.output<typeof quoteReportInputSchema>,
): Promise<void> {
  const { tx } = change;
  const message_id = named ?? null;
  const { locked, quote } = await lockTicketOfQuote(tx, id);
  requirePart(viewer, locked.ticket, quote);
  const words = await wordsOf(tx, quote, message_id);
  const reported = await tx
    .selectFrom('feedback_reports')
    .select('id')
    .where('quote_id', '=', id)
    .where('quote_message_id', 'is not distinct from', message_id)
    .executeTakeFirst();
  const code = whyNotReportWords({
    is_mine: words.author_id === viewer.id,
    is_hidden: words.hidden_at !== null,
    is_reported: reported !== undefined,
    outcome: quote.outcome,
  });
  if (code) throw new Refusal(code);
  await tx
    .insertInto('feedback_reports')
    .values({
      about: 'quote',
      quote_id: id,
      quote_message_id: message_id,
      reporter_id: viewer.id,
      text,
    })
    .execute();
  await tellWordsReported(change, viewer, locked.ticket);
}

/**
 * Appeals against the hiding of one's own words about a quote, once.
 * @throws Refusal `not_found`, `not_your_part`, `nothing_to_appeal`, `already_appealed`, `appeal_too_late`
 */
export async function appealQuoteWords(
  change: Change,
  viewer: Viewer,
  id: string,
  { text, message_id: named }: z.output<typeof quoteAppealInputSchema>,
): Promise<void> {
  const { tx } = change;
  const message_id = named ?? null;
  const { locked, quote } = await lockTicketOfQuote(tx, id);
  requirePart(viewer, locked.ticket, quote);
  const { author_id, hidden_at } = await wordsOf(tx, quote, message_id);
  const found = await tx
    .selectFrom('feedback_reports')
    .select('appeal')
    .where('quote_id', '=', id)
    .where('quote_message_id', 'is not distinct from', message_id)
    .executeTakeFirst();
  const appealed = (found?.appeal ?? null) !== null;
  const code = mayAppealWords({ is_mine: author_id === viewer.id, hidden_at, appealed });
  if (code) throw new Refusal(code);
  const report = { quote_id: id, quote_message_id: message_id };
  await appealWords(change, viewer, { report, ticket: locked.ticket, text });
}

/** Who wrote it, and whether it is hidden. */
async function wordsOf(
  tx: Tx,
  { id, developer_id, hidden_at }: QuoteRow,
  messageId: string | null,
): Promise<{ author_id: string; hidden_at: Date | null }> {
  if (messageId === null) return { author_id: developer_id, hidden_at };
  const message = await tx
    .selectFrom('quote_messages')
    .select(['author_id', 'hidden_at'])
    .where('id', '=', messageId)
    .where('quote_id', '=', id)
    .executeTakeFirst();
  if (!message) throw new Refusal('not_found');
  return message;
}

/**
 * Invites a developer to an open request, which they see from then on.
 * @throws Refusal `not_found`, `not_your_part`, `invalid_input` for oneself, `already_invited`,
 * `not_invitable`, `too_many_invitations`
 */
export async function invite(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  developerId: string,
): Promise<void> {
  const locked = await lockTicket(change.tx, ticketId);
  if (locked.ticket.customer_id === viewer.id) {
    if (developerId === viewer.id) throw invalidInput('developer_id', 'You cannot invite yourself');
    await requireInvitable(change, locked.ticket, developerId);
  }
  await perform(change, locked, { action: 'invite', actor: viewer, people: [developerId] });
}

async function requireInvitable(
  { tx }: Change,
  { invited, replaced }: TicketRow,
  developerId: string,
): Promise<void> {
  if (invited.includes(developerId)) throw new Refusal('already_invited');
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select('p.id')
    .where('p.id', '=', developerId)
    .where('p.user_type', '=', 'developer')
    .where(notBanned)
    .executeTakeFirst();
  if (!found || replaced.includes(developerId)) throw new Refusal('not_invitable');
}
