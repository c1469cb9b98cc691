import { Refusal } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import { ticketGroups } from '#domain/ticket-status.ts';
import { endSessions } from '../accounts/sessions.ts';
import { isBanned } from '../database/banned.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { endedLately } from '../lifecycle/guaranteed.ts';
import { letCasesGo } from '../lifecycle/let-cases-go.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { shareRequest } from '../lifecycle/under-review.ts';
import { seen } from '../lifecycle/visibility.ts';
import { withdrawQuotesOf } from '../lifecycle/withdraw-quotes.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { whyNot } from './accounts.ts';
import { stateOf } from './request-state.ts';

/** Until a moderator restores it. */
const FOR_GOOD = new Date('9999-12-31T00:00:00Z');

/**
 * Suspends an account: all its sessions and streams end at once, nobody signs in with it any more,
 * and its running requests wait for a moderator. The person is told why.
 * @throws Refusal `not_found`, `own_account`, `not_your_part` for the other side of an own request,
 * `account_already_suspended`
 */
export async function suspendAccount(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { tx } = change;
  // First, so that whatever they have under way is done before we look at their requests, or never.
  const sessions = await endSessions(change, { user_id: id, scope: 'global' });
  const { email } = await requirePossible(change, moderator, { id, act: 'suspend' });
  await tx.updateTable('users').set({ banned_until: FOR_GOOD }).where('id', '=', id).execute();
  await tx
    .insertInto('suspensions')
    .values({ person_id: id, reason, suspended_by: moderator.id })
    .execute();
  await letCasesGo(tx, id);
  await withdrawQuotesOf(change, id);
  const stopped = await stopRequests(change, moderator, { id, reason });
  await writeAudit(change, moderator, {
    action: 'account_suspended',
    target: { type: 'account', id },
    reason,
    before: { suspended: false },
    after: { suspended: true, sessions_ended: sessions, requests_stopped: stopped },
  });
  await sendSuspended(change, email, reason);
}

/**
 * Lets a person sign in again. Their requests stay with the moderators, who decide on each.
 * @throws Refusal `not_found`, `own_account`, `not_your_part` for the other side of an own request,
 * `account_not_suspended`
 */
export async function restoreAccount(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { tx } = change;
  const { email } = await requirePossible(change, moderator, { id, act: 'restore' });
  await tx.updateTable('users').set({ banned_until: null }).where('id', '=', id).execute();
  await tx
    .updateTable('suspensions')
    .set({ ended_at: new Date() })
    .where('person_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await writeAudit(change, moderator, {
    action: 'account_restored',
    target: { type: 'account', id },
    reason,
    before: { suspended: true },
    after: { suspended: false },
  });
  await sendRestored(change, email, reason);
}

/** Locks the account, so that two moderators cannot both do it. */
async function requirePossible(
  { tx }: Change,
  moderator: Viewer,
  { id, act }: { id: string; act: 'suspend' | 'restore' },
): Promise<{ email: string }> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'banned_until', shareRequest('users', moderator).as('is_other_side')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new Refusal('not_found');
  const { is_other_side } = user;
  const code = whyNot(act, moderator, { id, suspended: isBanned(user), is_other_side });
  if (code) throw new Refusal(code);
  return user;
}

/**
 * Answers with how many requests wait for a moderator by it. Also looks at finished ones in which something
 * may break at this moment. Always in one order, so that two suspensions cannot lock each other.
 */
async function stopRequests(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const running = await change.tx
    .selectFrom('tickets')
    .select('id')
    .where(seen.isSide({ id }, 'tickets'))
    .where((where) => where.or([where('status', 'in', ticketGroups.open), endedLately]))
    .orderBy('id')
    .execute();
  let stopped = 0;
  for (const ticket of running) {
    if (await stop(change, moderator, { personId: id, ticketId: ticket.id, reason })) stopped += 1;
  }
  return stopped;
}

interface Stopped {
  personId: string;
  ticketId: string;
  reason: string;
}

async function stop(
  change: Change,
  moderator: Viewer,
  { personId, ticketId, reason }: Stopped,
): Promise<boolean> {
  const locked = await lockTicket(change.tx, ticketId);
  const { ticket } = locked;
  if (!sideIn(ticket, personId)) return false;
  // Waits already, or has ended while we waited for the lock.
  const goesOn = ticketGroups.open.includes(ticket.status) && ticket.status_before_help === null;
  if (!goesOn) return false;
  // A reservation is no work yet: the request simply goes back to the open list.
  if (ticket.reserved_until !== null && ticket.developer_id === personId) {
    await perform(change, locked, { action: 'lapse', actor: 'clock' });
    return false;
  }
  const before = await stateOf(change.tx, ticket);
  await perform(change, locked, { action: 'suspend', actor: 'clock' });
  await writeAudit(change, moderator, {
    action: 'request_stopped',
    target: { type: 'request', id: ticketId },
    ticket_id: ticketId,
    reason,
    before,
    after: { ...(await stateOf(change.tx, ticket)), suspended_side: personId },
  });
  return true;
}

/** Tells somebody that they cannot sign in any more, and why. */
async function sendSuspended(change: Change, email: string, reason: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'account_suspended',
    to: email,
    subject: 'Your account was suspended',
    paragraphs: [
      'A moderator has suspended your Unblock account. All your devices were signed out, and your running requests wait for a moderator.',
      'The reason:',
    ],
    quote: reason,
    notes: [
      'If you think this is a mistake, please answer this mail. What you have earned and what is held for you stays yours.',
    ],
  });
}

/** Tells somebody that they may sign in again, and why. */
async function sendRestored(change: Change, email: string, reason: string): Promise<void> {
  await enqueueMail(change, {
    kind: 'account_restored',
    to: email,
    subject: 'Your account was restored',
    paragraphs: [
      'A moderator has restored your Unblock account: you can sign in again.',
      'The reason:',
    ],
    quote: reason,
    button: { label: 'Go to Unblock', url: change.config.publicUrl },
    notes: ['Requests that waited for a moderator go on once a moderator has looked into them.'],
  });
}
