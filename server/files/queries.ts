import { type Permission, permissionOf } from '#domain/actions.ts';
import type { FileRecord } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import type { Config } from '../config/config.ts';
import type { Reader } from '../database/database.ts';
import { type NumberedPageRequest, numberedPageOf, type Page } from '../http/paging.ts';
import { noteRead } from '../lifecycle/audit.ts';
import { type ChangeContext, change } from '../lifecycle/change.ts';
import { asSeen, fileSeenBy, type SeenFile, standingOf } from './access.ts';
import { attachmentRows } from './file-rows.ts';
import { thumbnailLink } from './link.ts';

type Source = { db: Reader; config: Config };

/**
 * A file as `fileFor` for somebody who looks at it: a moderator's look, which shows a small picture, is
 * written down.
 * @throws Refusal `not_found`
 */
export async function fileToSee(
  context: ChangeContext,
  viewer: Asker,
  key: string,
): Promise<FileRecord> {
  const seen = await fileSeenBy(context.db, viewer, key);
  const { ticket_id } = seen.row;
  if (ticket_id !== null) await noteLook(context, viewer, ticket_id);
  return asFile(seen, viewer, context.config);
}

async function noteLook(context: ChangeContext, viewer: Asker, ticketId: string): Promise<void> {
  if (viewer.user_type !== 'moderator') return;
  await change(context, ({ tx }) => noteRead(tx, viewer, 'files_read', ticketId));
}

/** @throws Refusal `not_found` */
export async function fileFor(
  { db, config }: Source,
  viewer: Asker,
  key: string,
): Promise<FileRecord> {
  return asFile(await fileSeenBy(db, viewer, key), viewer, config);
}

/**
 * The files of a request that a person may know of, in the order of attaching: its own and those
 * of its messages, milestones and deliveries. A moderator's look is written down.
 * @throws Refusal `not_found`
 */
export async function filesOfTicket(
  context: ChangeContext,
  viewer: Asker,
  ticketId: string,
  { limit, cursor = 0 }: NumberedPageRequest,
): Promise<Page<FileRecord>> {
  const { db, config } = context;
  const standing = await standingOf(db, viewer, ticketId);
  if (standing === null) throw new Refusal('not_found');
  await noteLook(context, viewer, ticketId);
  const rows = await attachmentRows(db)
    .where('a.ticket_id', '=', ticketId)
    .where('a.position', '>', cursor)
    .orderBy('a.position')
    .limit(limit + 1)
    .execute();
  const { items, next_cursor } = numberedPageOf(rows, limit, ({ position }) => position ?? 0);
  return {
    items: items
      .map((row) => asSeen(row, viewer, standing))
      .filter((seen) => seen !== null)
      .map((seen) => asFile(seen, viewer, config)),
    next_cursor,
  };
}

function asFile({ row, place, decision }: SeenFile, viewer: Asker, config: Config): FileRecord {
  const { key, name, size, type, owner_id, created_at, milestone_title, round } = row;
  const hasThumbnail = row.thumbnail === 'made' && decision.allowed;
  return {
    key,
    name,
    size,
    type,
    owner_id,
    created_at,
    attached_to: place,
    attached_id: row.message_id ?? row.milestone_id ?? row.delivery_id ?? row.ticket_id,
    milestone_title,
    round,
    state: row.state as FileRecord['state'],
    unread: (row.unread as FileRecord['unread'] | null) ?? [],
    is_masked: row.rotate !== null,
    left_out: (row.left_out as string[] | null) ?? [],
    thumbnail_url: hasThumbnail ? thumbnailLink(config, { key, personId: viewer.id }) : null,
    actions: {
      open: { allowed: decision.allowed, reason: decision.allowed ? null : decision.reason },
      ...(owner_id === viewer.id && place !== null && { 'decide-secrets': decidePermission(row) }),
    },
  };
}

/** Of one's own file that is attached. */
function decidePermission({ state }: { state: string }): Permission {
  return permissionOf(state === 'blocked' ? null : 'nothing_to_decide');
}
