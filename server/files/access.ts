import { isPaid } from '#domain/billing.ts';
import type { FilePlace, FileState } from '#domain/file.ts';
import { decideOpen, type FileDecision } from '#domain/file-access.ts';
import { Refusal } from '#domain/refusals.ts';
import { type Asker, maySee, type Paired, readsPairing, relationOf } from '#domain/relation.ts';
import type { Relation } from '#domain/rule-facts.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import type { Database, Reader } from '../database/database.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import { mayLookInto } from '../lifecycle/under-review.ts';
import { attachmentRows, type FileRow } from './file-rows.ts';

/** A file with what one person may do with it. */
export interface SeenFile {
  row: FileRow;
  place: FilePlace | null;
  decision: FileDecision;
}

/**
 * A file that a person may know of; opening it may still be refused.
 * @throws Refusal `not_found`
 */
export async function fileSeenBy(db: Reader, viewer: Asker, key: string): Promise<SeenFile> {
  const row = await attachmentRows(db).where('f.key', '=', key).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const standing = row.ticket_id === null ? null : await standingOf(db, viewer, row.ticket_id);
  const seen = asSeen(row, viewer, standing);
  if (!seen) throw new Refusal('not_found');
  return seen;
}

/**
 * A file that a person may open now, without a look into it.
 * @throws Refusal `not_found`, or why a file that they know of stays closed
 */
export async function openableFile(db: Reader, viewer: Asker, key: string): Promise<FileRow> {
  const { row, decision } = await fileSeenBy(db, viewer, key);
  if (!decision.allowed) throw new Refusal(decision.code, decision.reason);
  return row;
}

/**
 * The same for somebody who opens it or looks into it; a moderator's look is written down.
 * @throws Refusal like `openableFile`
 */
export async function fileToOpen(db: Database, viewer: Asker, key: string): Promise<FileRow> {
  const row = await openableFile(db, viewer, key);
  const { ticket_id } = row;
  if (viewer.user_type === 'moderator' && ticket_id !== null) {
    await writeAudit({ tx: db }, viewer, {
      action: 'file_opened',
      target: { type: 'request', id: ticket_id },
      ticket_id,
      after: { file: key },
    });
  }
  return row;
}

/** What somebody is to a request, as far as its files go. */
export interface Standing {
  relation: Relation;
  reserved: boolean;
  ticket: Paired & { status: TicketStatus };
}

/** Null for a file that the viewer may not even know of. */
export function asSeen(row: FileRow, viewer: Asker, standing: Standing | null): SeenFile | null {
  // With its message, a file is hidden from both sides.
  if (row.is_hidden && standing?.relation !== 'moderator') return null;
  const place = placeOf(row);
  const { pairing_id, developer_id, shared_with } = row;
  const pairing = pairing_id === null ? null : { id: pairing_id, developer_id, shared_with };
  const decision = decideOpen({
    place,
    relation: standing?.relation ?? null,
    reserved: standing?.reserved ?? false,
    paid: isPaid(row.billing) && row.is_paid_work,
    state: row.state as FileState,
    mine: row.owner_id === viewer.id,
    reads: standing !== null && readsPairing(viewer, standing.ticket, pairing),
    accepted: row.is_done,
  });
  if (!decision.allowed && decision.code === 'not_found') return null;
  return { row, place, decision };
}

/**
 * What a person is to a request as far as its files go; null when they may not see it. A moderator
 * looks while there is something for them to decide.
 */
export async function standingOf(
  db: Reader,
  viewer: Asker,
  ticketId: string,
): Promise<Standing | null> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id', 'pairing_id', 'categories', 'replaced', 'status'])
    .select(['quoted_by', 'invited', 'first_until', 'first_for'])
    .select('reserved_until')
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return null;
  const relation = relationOf(viewer, ticket);
  const standing = { relation, reserved: ticket.reserved_until !== null, ticket };
  if (maySee(relation, ticket)) return standing;
  const looksIn = relation === 'moderator' && (await mayLookInto(db, viewer, ticketId));
  return looksIn ? standing : null;
}

function placeOf(row: FileRow): FilePlace | null {
  if (row.profile_id !== null) return 'profile';
  if (row.ticket_id === null) return null;
  if (row.message_id !== null) return 'message';
  if (row.milestone_id !== null) return 'milestone';
  return row.delivery_id === null ? 'request' : 'delivery';
}
