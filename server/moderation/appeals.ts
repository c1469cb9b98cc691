import type { Permission } from '#domain/actions.ts';
import type { AppealStatus } from '#domain/decision.ts';
import { isInTime } from '#domain/decision.ts';
import type { ModeratedAppeal } from '#domain/moderation.ts';
import { fullName } from '#domain/profile.ts';
import { Refusal, refusals } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { outcomeOf } from '#domain/system-message-texts.ts';
import { ticketTitle } from '#domain/ticket.ts';
import { isFinal } from '#domain/ticket-status.ts';
import type { Reader, Tx } from '../database/database.ts';
import { postDecision } from '../discussions/system-messages.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { decisionFor } from '../lifecycle/decisions.ts';
import { lockTicket, lockTicketRow } from '../lifecycle/locked.ts';
import { endedPairingOf, pairingWith } from '../lifecycle/pairings.ts';
import { perform } from '../lifecycle/perform.ts';
import { sendNotice } from '../notifications/notices.ts';
import { tellAppealMade } from '../notifications/tell-moderators.ts';
import { sendAppealDecided } from './decision-letter.ts';
import { showMessage } from './hide-message.ts';
import { hasColleague, whyNotAnswer } from './own-decision.ts';
import { type QueueSearch, readQueue } from './queue.ts';
import { requireImpartial } from './record-decision.ts';
import { stateOf } from './request-state.ts';

/** Appeals by date, except the moderator's own and those about their own requests. */
export async function listAppeals(
  db: Reader,
  moderator: Viewer,
  search: QueueSearch<AppealStatus>,
): Promise<Page<ModeratedAppeal>> {
  const others = appealRows(db).where('a.person_id', '<>', moderator.id);
  const found = await readQueue(others, 'a', moderator, search);
  return { ...found, items: found.items.map((row) => asAppeal(row, moderator)) };
}

/** All appeals about one request, newest first. */
export async function appealsOfTicket(
  db: Reader,
  moderator: Viewer,
  ticketId: string,
): Promise<ModeratedAppeal[]> {
  const rows = await appealRows(db)
    .where('a.ticket_id', '=', ticketId)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute();
  return rows.map((row) => asAppeal(row, moderator));
}

/**
 * Decides an appeal. Granting it returns a running request to the moderators, who decide again; an
 * ended request stays ended, and only its money can still be corrected. A hidden message is shown again.
 * @throws Refusal `not_found`, `appeal_decided`, `not_your_part` on one's own request, `own_decision`
 * where the same moderator made the decision
 */
export async function decideAppeal(
  change: Change,
  moderator: Viewer,
  { id, status, reason }: { id: string; status: 'granted' | 'denied'; reason: string },
): Promise<ModeratedAppeal> {
  const { tx } = change;
  const about = await appealRows(tx).where('a.id', '=', id).executeTakeFirst();
  if (!about) throw new Refusal('not_found');
  const locked = await lockTicket(tx, about.ticket_id);
  const { ticket } = locked;
  await requireImpartial(tx, moderator, ticket.id);
  if (about.person_id === moderator.id) throw new Refusal('not_your_part');
  const own = whyNotAnswer(about, moderator);
  if (own !== null) throw new Refusal('own_decision', own);
  // Its appeal is between them and the customer.
  const isOther = about.others.includes(about.person_id);
  const before = await stateOf(tx, ticket);
  const decided = await tx
    .updateTable('appeals')
    .set({ status, answer: reason, decided_by: moderator.id, decided_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (decided.numUpdatedRows === 0n) throw await decidedAlready(tx, id);
  // Somebody who has left the request since must not stop those who are in it now.
  const isSide = sideIn(ticket, about.person_id) !== null;
  const developer_id = isOther ? about.person_id : about.decision_developer_id;
  // Granting it stops the work of whoever has the request by now.
  const goesBack = status === 'granted' && isSide;
  const stopped = goesBack && !isFinal(ticket.status) ? ticket.developer_id : null;
  const concerns = [developer_id, stopped].filter((each) => each !== null);
  if (goesBack)
    await perform(change, locked, { action: 'grant-appeal', actor: moderator, concerns });
  else await sendNotice(change, 'moderator_decided', { ticket, actor: moderator, concerns });
  if (status === 'granted' && about.hidden_message_id !== null)
    await showMessage(change, locked, about.hidden_message_id);
  await writeAudit(change, moderator, {
    action: `appeal_${status}`,
    target: { type: 'appeal', id },
    ticket_id: ticket.id,
    reason,
    before,
    after: { ...(await stateOf(tx, ticket)), decision_id: about.decision_id },
  });
  await postDecision(change, ticket, {
    moderatorId: moderator.id,
    kind: `appeal_${status}`,
    parameters: {},
    text: reason,
    pairing_id: isOther
      ? await pairingWith(tx, ticket.id, about.person_id)
      : (await endedPairingOf(tx, ticket, about.message_id))?.id,
  });
  await sendAppealDecided(change, {
    ticket,
    developers: [developer_id],
    decision_id: about.decision_id,
    kind: about.kind,
    parameters: about.parameters,
    reason,
    granted: status === 'granted',
    by: about.person_id,
  });
  const row = await appealRows(tx).where('a.id', '=', id).executeTakeFirstOrThrow();
  return asAppeal(row, moderator);
}

async function decidedAlready(tx: Tx, id: string): Promise<Refusal> {
  const { decided_at, ...name } = await tx
    .selectFrom('appeals as a')
    .innerJoin('profiles as p', 'p.id', 'a.decided_by')
    .select(['a.decided_at', 'p.first_name', 'p.last_name'])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow();
  const when = decided_at ? relativeTime(decided_at, new Date()) : '';
  return new Refusal(
    'appeal_decided',
    `${fullName(name, 'Moderator')} decided this appeal ${when}.`,
  );
}

function appealRows(db: Reader) {
  return db
    .selectFrom('appeals as a')
    .innerJoin('decisions as d', 'd.id', 'a.decision_id')
    .innerJoin('tickets as t', 't.id', 'a.ticket_id')
    .innerJoin('profiles as p', 'p.id', 'a.person_id')
    .innerJoin('profiles as m', 'm.id', 'd.decided_by')
    .select(['a.id', 'a.text', 'a.created_at', 'a.status', 'a.answer', 'a.decided_at'])
    .select([
      'a.ticket_id',
      'a.person_id',
      'a.decision_id',
      'd.message_id',
      'd.hidden_message_id',
      'd.kind',
      'd.parameters',
      'd.reason',
    ])
    .select(['d.created_at as decision_at', 'd.developer_id as decision_developer_id', 'd.others'])
    .select(['d.customer_id as decision_customer_id', 'p.first_name', 'p.last_name'])
    .select(['m.first_name as moderator_first', 'm.last_name as moderator_last'])
    .select(['t.status as ticket_status', 't.categories', 't.ai_tool', 't.ai_tool_other'])
    .select(['t.customer_id', 't.developer_id', 'd.decided_by'])
    .select(hasColleague.as('has_colleague'));
}

type Row = Awaited<ReturnType<ReturnType<typeof appealRows>['execute']>>[number];

function asAppeal(row: Row, moderator: Viewer): ModeratedAppeal {
  const side = row.person_id === row.decision_customer_id ? 'customer' : 'developer';
  const fallback = side === 'customer' ? 'Customer' : 'Developer';
  const permission = decidePermission(row, moderator);
  return {
    ...row,
    by: { id: row.person_id, full_name: fullName(row, fallback), side },
    decision: {
      id: row.decision_id,
      kind: row.kind,
      reason: row.reason,
      outcome: outcomeOf(row.kind, row.parameters),
      decided_by: fullName(
        { first_name: row.moderator_first, last_name: row.moderator_last },
        'Moderator',
      ),
      created_at: row.decision_at,
    },
    ticket: {
      id: row.ticket_id,
      status: row.ticket_status,
      title: ticketTitle({ ...row, id: row.ticket_id }),
    },
    actions: { grant: permission, deny: permission },
  };
}

function decidePermission(row: Row, moderator: Viewer): Permission {
  const mine = sideIn(row, moderator.id) !== null || row.person_id === moderator.id;
  const code = mine ? 'not_your_part' : row.status === 'open' ? null : 'appeal_decided';
  const reason = code === null ? whyNotAnswer(row, moderator) : refusals[code][1];
  return { allowed: reason === null, reason };
}

/**
 * Appeals against a decision, once per side. The appeal waits in the moderators' queue and changes
 * nothing by itself.
 * @throws Refusal `not_found`, `already_appealed`, `decision_replaced`, `appeal_too_late`
 */
export async function appeal(
  change: Change,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const { tx } = change;
  const { ticket_id } = await decisionFor(tx, viewer, id);
  const ticket = await lockTicketRow(tx, ticket_id);
  // Read again under the lock: another tab, or a newer decision, may have come first.
  const decision = await decisionFor(tx, viewer, id);
  const { allowed } = decision.actions.appeal ?? { allowed: false };
  if (!allowed) {
    if (decision.appeal !== null) throw new Refusal('already_appealed');
    const isLate = !isInTime(new Date(decision.created_at));
    throw new Refusal(isLate ? 'appeal_too_late' : 'decision_replaced');
  }
  const made = await tx
    .insertInto('appeals')
    .values({ decision_id: id, ticket_id, person_id: viewer.id, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(change, viewer, {
    action: 'appeal_made',
    target: { type: 'appeal', id: made.id },
    ticket_id,
    after: { decision_id: id },
  });
  await tellAppealMade(change, viewer, ticket);
}
