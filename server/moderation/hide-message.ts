import { sql } from 'kysely';
import { type Permission, permissionOf } from '#domain/actions.ts';
import { Refusal, type RefusalCode } from '#domain/refusals.ts';
import { sidesOf } from '#domain/relation.ts';
import {
  HIDDEN_MESSAGE_TEXT,
  isOfModerators,
  type SystemMessageKind,
} from '#domain/system-message-texts.ts';
import type { Tx } from '../database/database.ts';
import { storedMessage, tellMessage } from '../discussions/thread.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { type LockedTicket, lockTicket } from '../lifecycle/locked.ts';
import { endedPairingOf } from '../lifecycle/pairings.ts';
import { repeatWords } from '../lifecycle/said-words.ts';
import { isUnderReview } from '../lifecycle/under-review.ts';
import { recordDecision } from './record-decision.ts';
import { answerReport } from './reports.ts';

interface Facts {
  kind: SystemMessageKind | null;
  is_hidden: boolean;
  /** What its author wrote. */
  text: string | null;
  /** Whether they wrote something of a check in the answer that it tells. */
  has_notes: boolean;
}

/** Whether a message `m` tells an answer to a delivery with notes about its checks. */
export const hasNotes = sql<boolean>`exists (select from deliveries d
  join check_results r on r.delivery_id = d.id where d.message_id = m.id and r.note is not null)`;

function whyNotHide({ kind, is_hidden, text, has_notes }: Facts): RefusalCode | null {
  if (isOfModerators(kind)) return 'decision_not_hideable';
  if (is_hidden) return 'message_already_hidden';
  return kind !== null && text === null && !has_notes ? 'no_words_to_hide' : null;
}

export function hidePermission(facts: Facts): Permission {
  return permissionOf(whyNotHide(facts));
}

/**
 * Hides a message of a request under review. Both sides see that it was hidden; only moderators
 * still see its text, and its files open for nobody else. A report about it is answered.
 * @throws Refusal `not_found`, `message_already_hidden`, `decision_not_hideable`, `no_words_to_hide`,
 * `not_your_part`
 */
export async function hideMessage(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { tx } = change;
  const found = await tx
    .selectFrom('messages')
    .select('ticket_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found || !(await isUnderReview(tx, found.ticket_id))) throw new Refusal('not_found');
  const locked = await lockTicket(tx, found.ticket_id);
  const message = await requireHideable(change, id);
  await recordDecision(change, moderator, locked, {
    kind: 'message_hidden',
    reason,
    target: { type: 'message', id },
    earlier: await endedPairingOf(tx, locked.ticket, id),
    detail: { message_id: id, written_by: message.author_id },
    act: async () => {
      await hideWords(change, locked, { id, text: message.text });
      await answerReport(change, moderator, { messageId: id, status: 'hidden', reason });
      return {};
    },
  });
}

async function requireHideable({ tx }: Change, id: string) {
  const message = await tx
    .selectFrom('messages as m')
    .select(['m.author_id', 'm.text', 'm.kind', 'm.is_hidden', hasNotes.as('has_notes')])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow();
  const code = whyNotHide(message);
  if (code) throw new Refusal(code);
  return message;
}

/** Takes the words of a message that is shown from both sides; only moderators still see them. */
export async function hideWords(
  change: Change,
  { ticket }: Pick<LockedTicket, 'ticket'>,
  { id, text }: { id: string; text: string | null },
): Promise<void> {
  const { tx } = change;
  await tx.insertInto('hidden_messages').values({ message_id: id, text }).execute();
  await tx
    .updateTable('messages')
    // Recipients who were not mailed about it yet will not be.
    .set({ text: null, is_hidden: true, notification_sent: true })
    .where('id', '=', id)
    .execute();
  await repeatWords(tx, ticket, { id, text: null });
  await changeRepair(tx, id, { from: text, to: HIDDEN_MESSAGE_TEXT });
  tellMessage(change, ticket, await storedMessage(tx, { id }));
  // Lists show the newest text of each thread.
  change.tell({ type: 'ticket', ticket_id: ticket.id, to: sidesOf(ticket) });
}

/** The description of a repair begins with the words of the message that asked for it. */
async function changeRepair(
  tx: Tx,
  messageId: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  if (from === null || to === null) return;
  await tx
    .updateTable('milestones')
    .set({
      description: sql<string>`${to}::text || substr(description, length(${from}::text) + 1)`,
    })
    .where('message_id', '=', messageId)
    .where(sql<boolean>`starts_with(description, ${from})`)
    .execute();
}

/** Shows a hidden message to both sides again, with its text and files. */
export async function showMessage(
  change: Change,
  { ticket }: Pick<LockedTicket, 'ticket'>,
  id: string,
): Promise<void> {
  const { tx } = change;
  const hidden = await tx
    .deleteFrom('hidden_messages')
    .where('message_id', '=', id)
    .returning('text')
    .executeTakeFirst();
  if (!hidden) return;
  await tx
    .updateTable('messages')
    .set({ text: hidden.text, is_hidden: false })
    .where('id', '=', id)
    .execute();
  await repeatWords(tx, ticket, { id, text: hidden.text });
  await changeRepair(tx, id, { from: HIDDEN_MESSAGE_TEXT, to: hidden.text });
  tellMessage(change, ticket, await storedMessage(tx, { id }));
  change.tell({ type: 'ticket', ticket_id: ticket.id, to: sidesOf(ticket) });
}
