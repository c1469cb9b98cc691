import { sql } from 'kysely';
import { decisionWords } from '#domain/decision.ts';
import { type Case, handling, type Taking, whyNotHandle } from '#domain/desk.ts';
import { fullName } from '#domain/profile.ts';
import { invalidInput, Refusal, type RefusalCode } from '#domain/refusals.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { actionsFor } from '#domain/rulebook.ts';
import { notBanned } from '../database/banned.ts';
import type { Reader, Tx } from '../database/database.ts';
import { caseChanged } from '../database/live-event.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import { factsOf, lockTicketRow, type TicketRow } from '../lifecycle/locked.ts';
import { isImpartial } from '../lifecycle/under-review.ts';
import { notify } from '../notifications/notify.ts';
import { requireImpartial } from './record-decision.ts';

/**
 * What can change about a request while a moderator has it open: who has the case, and the newest
 * decision. It holds nothing private, so reading it is not logged.
 * @throws Refusal `not_found`, `not_your_part` on one's own request
 */
export async function caseFor(db: Reader, moderator: Viewer, id: string): Promise<Case> {
  const ticket = await db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirst();
  if (!ticket) throw new Refusal('not_found');
  await requireImpartial(db, moderator, id);
  const { status, asked_at, moderator_id } = ticket;
  const newest = await newestDecision(db, id);
  const taking: Taking = { status, moderator_id, me: moderator.id };
  const facts = factsOf({ ticket, milestones: [] }, {});
  const { 'ask-sides': ask } = actionsFor('ticket', 'moderator', facts);
  return {
    ticket_id: id,
    status,
    asked_at,
    taken_by: await takerOf(db, ticket),
    decisions: newest?.count ?? 0,
    newest: newest && { by: newest.by, did: newest.did, at: newest.at },
    actions: {
      take: handling('take', taking),
      'hand-over': handling('hand-over', taking),
      'let-go': handling('let-go', taking),
      ...(ask && { 'ask-sides': ask }),
    },
  };
}

/**
 * Takes a case, so that colleagues leave it alone.
 * @param instead_of the colleague to take it over from
 * @throws Refusal `not_found`, `not_your_part`, `no_case`, `case_taken`
 */
export async function takeCase(
  change: Change,
  moderator: Viewer,
  { id, instead_of }: { id: string; instead_of?: string | undefined },
): Promise<void> {
  const ticket = await lockCase(change, moderator, id);
  if (ticket.moderator_id === moderator.id) return;
  const isMeant = ticket.moderator_id !== null && ticket.moderator_id === instead_of;
  if (!isMeant) await requireMay(change, 'take', ticket, moderator);
  await giveCase(change, moderator, ticket, { to: moderator.id, action: 'case_taken' });
}

/**
 * Hands a case to a colleague, who is notified.
 * @throws Refusal `not_found`, `not_your_part` also where it is theirs, `no_case`, `case_taken`,
 * `invalid_input` for a person who is no moderator
 */
export async function handOverCase(
  change: Change,
  moderator: Viewer,
  { id, moderator_id: to }: { id: string; moderator_id: string },
): Promise<void> {
  const ticket = await lockCase(change, moderator, id);
  await requireMay(change, 'hand-over', ticket, moderator);
  await requireColleague(change.tx, to);
  if (!(await isImpartial(change.tx, { id: to }, id)))
    throw new Refusal('not_your_part', 'They have or had a part in this request.');
  if (ticket.moderator_id === to) return;
  await giveCase(change, moderator, ticket, { to, action: 'case_handed_over' });
  if (to !== moderator.id)
    await notify(change, { kind: 'case_handed_over', to: [to], ticketId: id });
}

/** @throws Refusal `not_found`, `not_your_part`, `no_case`, `case_not_yours` */
export async function letCaseGo(change: Change, moderator: Viewer, id: string): Promise<void> {
  const ticket = await lockCase(change, moderator, id);
  await requireMay(change, 'let-go', ticket, moderator);
  await giveCase(change, moderator, ticket, { to: null, action: 'case_let_go' });
}

/**
 * Runs a moderator's decision unless a colleague has decided since they read the request. If the
 * decision is refused because a colleague was first, the answer says who, what and when.
 * @param seen how many decisions the moderator knows of; undefined where they do not say
 * @throws Refusal `decided_meanwhile`, and those of `decide`
 */
export async function decideOnce<Result>(
  change: Change,
  moderator: Viewer,
  { ticketId, seen }: { ticketId: string | null; seen?: number | undefined },
  decide: () => Promise<Result>,
): Promise<Result> {
  if (ticketId === null) return decide();
  const colleagues = async () => {
    const newest = await newestDecision(change.tx, ticketId);
    return newest && newest.by.id !== moderator.id ? newest : null;
  };
  if (seen !== undefined) {
    await lockTicketRow(change.tx, ticketId);
    const newest = await colleagues();
    if (newest && newest.count > seen) throw new Refusal('decided_meanwhile', sentence(newest));
  }
  try {
    return await decide();
  } catch (error) {
    const isLate = error instanceof Refusal && TOO_LATE.includes(error.code);
    const newest = isLate ? await colleagues() : null;
    if (!isLate || !newest) throw error;
    throw new Refusal(error.code, `${sentence(newest)} ${error.message}`);
  }
}

/** Refusals that mean that somebody else was first. */
const TOO_LATE: readonly RefusalCode[] = [
  ...(['wrong_state', 'report_decided', 'message_already_hidden', 'appeal_decided'] as const),
  ...(['payment_not_in_review', 'no_lost_dispute', 'nothing_held'] as const),
];

/** 'Ana Ito closed this 1 minute ago.' */
function sentence({ by, did, at }: Newest): string {
  return `${by.full_name} ${did} ${relativeTime(at, new Date())}.`;
}

/** The request that a report, message, record or other row belongs to; null where there is none. */
export async function ticketIdOf(
  { tx }: Change,
  table: 'reports' | 'messages' | 'billing_records',
  id: string,
): Promise<string | null> {
  const found = await tx
    .selectFrom(table)
    .select('ticket_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.ticket_id ?? null;
}

async function lockCase({ tx }: Change, moderator: Viewer, id: string): Promise<TicketRow> {
  const ticket = await lockTicketRow(tx, id);
  await requireImpartial(tx, moderator, id);
  return ticket;
}

async function requireMay(
  { tx }: Change,
  act: Parameters<typeof whyNotHandle>[0],
  ticket: TicketRow,
  { id: me }: Viewer,
): Promise<void> {
  const code = whyNotHandle(act, { ...ticket, me });
  if (!code) return;
  const taker = code === 'case_taken' ? await takerOf(tx, ticket) : null;
  throw new Refusal(
    code,
    taker
      ? `${taker.full_name} took this case ${relativeTime(taker.since, new Date())}.`
      : undefined,
  );
}

async function requireColleague(tx: Tx, id: string): Promise<void> {
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select('p.id')
    .where('p.id', '=', id)
    .where('p.user_type', '=', 'moderator')
    .where(notBanned)
    .executeTakeFirst();
  if (!found) throw invalidInput('moderator_id', 'Please choose a colleague');
}

interface Giving {
  to: string | null;
  action: 'case_taken' | 'case_handed_over' | 'case_let_go';
}

async function giveCase(
  change: Change,
  moderator: Viewer,
  { id, moderator_id }: TicketRow,
  { to, action }: Giving,
): Promise<void> {
  await change.tx
    .updateTable('tickets')
    .set({ moderator_id: to, moderator_since: to === null ? null : new Date() })
    .where('id', '=', id)
    .execute();
  await writeAudit(change, moderator, {
    action,
    target: { type: 'request', id },
    ticket_id: id,
    before: { moderator_id },
    after: { moderator_id: to },
  });
  change.tell(caseChanged(id));
}

interface Newest {
  count: number;
  by: { id: string; full_name: string };
  did: string;
  at: Date;
}

async function newestDecision(db: Reader, ticketId: string): Promise<Newest | null> {
  const newest = await db
    .selectFrom('decisions as d')
    .innerJoin('profiles as p', 'p.id', 'd.decided_by')
    .select(['d.kind', 'd.created_at', 'd.decided_by', 'p.first_name', 'p.last_name'])
    .select(sql<number>`count(*) over ()`.as('count'))
    .where('d.ticket_id', '=', ticketId)
    .orderBy('d.position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return null;
  return {
    count: newest.count,
    by: { id: newest.decided_by, full_name: fullName(newest, 'Moderator') },
    did: decisionWords[newest.kind].deed,
    at: newest.created_at,
  };
}

async function takerOf(
  db: Reader,
  { moderator_id, moderator_since }: Pick<TicketRow, 'moderator_id' | 'moderator_since'>,
): Promise<{ id: string; full_name: string; since: Date } | null> {
  if (moderator_id === null || moderator_since === null) return null;
  const profile = await db
    .selectFrom('profiles')
    .select(['first_name', 'last_name'])
    .where('id', '=', moderator_id)
    .executeTakeFirstOrThrow();
  return { id: moderator_id, full_name: fullName(profile, 'Moderator'), since: moderator_since };
}
