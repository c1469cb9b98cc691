import { type SqlBool, sql } from 'kysely';
import type { Reader } from '../database/database.ts';
import { billingOf } from '../ledger/records.ts';
import { isDone, isPaidWork } from '../lifecycle/done.ts';

/** Files that are whole, with what they are attached to. */
export function attachmentRows(db: Reader) {
  return db
    .selectFrom('files as f')
    .leftJoin('attachments as a', 'a.file_key', 'f.key')
    .leftJoin('deliveries as d', 'd.id', 'a.delivery_id')
    .leftJoin('billing_records as b', 'b.milestone_id', 'd.milestone_id')
    .leftJoin('messages as m', 'm.id', 'a.message_id')
    .leftJoin('pairings as p', (join) =>
      join.on((on) => on('p.id', '=', on.fn.coalesce('m.pairing_id', 'd.pairing_id'))),
    )
    .leftJoin('milestones as s', (join) =>
      join.on('s.id', '=', ({ fn }) => fn.coalesce('a.milestone_id', 'd.milestone_id')),
    )
    .select(['f.key', 'f.name', 'f.owner_id', 'f.created_at', 'f.thumbnail'])
    .select(['f.state', 'f.secrets', 'f.unread', 'f.rotate', 'f.left_out'])
    .select(({ fn, val }) => [
      fn.coalesce('f.size', val(0)).as('size'),
      fn.coalesce('f.type', val('application/octet-stream')).as('type'),
    ])
    .select(['a.position', 'a.ticket_id', 'a.message_id', 'a.milestone_id'])
    .select(['a.delivery_id', 'a.profile_id', billingOf('s').as('billing'), 'm.is_hidden'])
    .select([isDone('s').as('is_done'), isPaidWork('s').as('is_paid_work')])
    .select(['p.id as pairing_id', 'p.developer_id', 'p.shared_with'])
    .select(['d.round', 's.title as milestone_title'])
    .where('f.status', 'in', ['stored', 'attached']);
}

/** Whole uploads of a person (`files`) that belong to nothing yet: they may attach or take them back. */
export function attachableBy(ownerId: string) {
  return sql<SqlBool>`(owner_id = ${ownerId} and status = 'stored')`;
}

export type FileRow = Awaited<ReturnType<ReturnType<typeof attachmentRows>['execute']>>[number];
