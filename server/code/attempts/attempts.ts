import type { Attempt } from '#domain/attempt.ts';
import { MAX_ATTEMPTS } from '#domain/attempt.ts';
import { type AttemptAct, attemptRefusal } from '#domain/attempt-access.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import { sidesOf } from '#domain/relation.ts';
import type { Reader } from '../../database/database.ts';
import { standingOf } from '../../files/access.ts';
import { takeBack } from '../../files/remove-files.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import { lockTicketRow, type TicketRow } from '../../lifecycle/locked.ts';
import type { AttemptContent } from './attempt-content.ts';

/** What was read of an upload or of words, ready to be kept. */
export interface NewAttempt {
  /** The upload, which is not kept; null for words. */
  fileKey: string | null;
  name: string;
  content: AttemptContent;
}

/**
 * Keeps what was read of a session or chat with a request, and lets its upload go.
 * @param attempt null where the upload is not there
 * @throws Refusal `not_found`, `not_your_part`, `wrong_state`, `invalid_input`
 */
export async function addAttempt(
  change: Change,
  viewer: Viewer,
  ticketId: string,
  attempt: NewAttempt | null,
): Promise<Attempt> {
  const { tx } = change;
  const ticket = await lockedFor(change, viewer, ticketId, 'add');
  if (!attempt) {
    throw invalidInput('file_key', 'The file is not one of your uploads. Please upload it again.');
  }
  const { count } = await tx
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const { fileKey, name, content } = attempt;
  if (Number(count) >= MAX_ATTEMPTS) {
    const field = fileKey === null ? 'text' : 'file_key';
    throw invalidInput(field, `A request can have at most ${MAX_ATTEMPTS} of these`);
  }
  if (fileKey !== null) await takeBack(change, viewer.id, fileKey);
  const { kind, ...read } = content;
  const stored = await tx
    .insertInto('attempts')
    .values({ ticket_id: ticketId, kind, name, content: JSON.stringify(read) })
    .returning(['id', 'ticket_id', 'kind', 'name', 'content', 'created_at'])
    .executeTakeFirstOrThrow();
  change.tell({ type: 'ticket', ticket_id: ticketId, to: sidesOf(ticket) });
  return asAttempt(stored);
}

/** @throws Refusal `not_found`, `not_your_part` */
export async function removeAttempt(change: Change, viewer: Viewer, id: string): Promise<void> {
  const { tx } = change;
  const found = await tx
    .selectFrom('attempts')
    .select('ticket_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const ticket = await lockedFor(change, viewer, found.ticket_id, 'remove');
  await tx.deleteFrom('attempts').where('id', '=', id).execute();
  change.tell({ type: 'ticket', ticket_id: ticket.id, to: sidesOf(ticket) });
}

/**
 * What was tried before a request was posted, oldest first.
 * @throws Refusal `not_found`
 */
export async function attemptsOf(db: Reader, viewer: Viewer, ticketId: string): Promise<Attempt[]> {
  const refusal = await refusalFor(db, viewer, ticketId, 'read');
  if (refusal) throw new Refusal(refusal);
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'ticket_id', 'kind', 'name', 'content', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(asAttempt);
}

/** Why a person may not do this with what was tried; null where they may. */
export async function refusalFor(db: Reader, viewer: Viewer, ticketId: string, act: AttemptAct) {
  const standing = await standingOf(db, viewer, ticketId);
  if (!standing) return 'not_found';
  const { relation, reserved, ticket } = standing;
  return attemptRefusal(act, { relation, reserved, status: ticket.status });
}

/** @throws Refusal as `attemptRefusal` says */
async function lockedFor(
  { tx }: Change,
  viewer: Viewer,
  ticketId: string,
  act: AttemptAct,
): Promise<TicketRow> {
  const ticket = await lockTicketRow(tx, ticketId);
  const refusal = await refusalFor(tx, viewer, ticketId, act);
  if (refusal) throw new Refusal(refusal);
  return ticket;
}

type Stored = Pick<Attempt, 'id' | 'ticket_id' | 'kind' | 'name'> & {
  content: Omit<AttemptContent, 'kind'>;
  created_at: Attempt['created_at'] | Date;
};

function asAttempt({ content, created_at, ...attempt }: Stored): Attempt {
  return { ...attempt, ...content, created_at: created_at as Attempt['created_at'] };
}
