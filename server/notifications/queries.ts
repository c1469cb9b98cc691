import { sql } from 'kysely';
import type { Notification, NotificationPage } from '#domain/notification.ts';
import { fullName } from '#domain/profile.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import type { Reader } from '../database/database.ts';
import { type PageRequest, pageOf, parseCursor } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';

/** What a person was told, newest first. */
export async function notificationsOf(
  db: Reader,
  viewer: Viewer,
  { limit, cursor }: PageRequest,
): Promise<NotificationPage> {
  const after = parseCursor(cursor);
  const rows = await notificationRows(db, viewer)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(n.created_at, n.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = pageOf(rows, limit, (row) => [row.created_at.toISOString(), row.id]);
  return { ...page, items: page.items.map((row) => asNotification(row, viewer)) };
}

/** How many of those are not read. */
export async function countUnreadNotifications(db: Reader, viewer: Viewer): Promise<number> {
  const { count } = await listed(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('n.read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A new request that another developer has taken, or that suits no more, is no news. */
function listed(db: Reader, viewer: Viewer) {
  return db
    .selectFrom('notifications as n')
    .leftJoin('tickets as t', 't.id', 'n.ticket_id')
    .where('n.person_id', '=', viewer.id)
    .where((where) =>
      where.or([
        where('n.kind', '<>', 'new_request'),
        where('n.ticket_id', 'is', null),
        mayOpen(viewer),
      ]),
    );
}

function notificationRows(db: Reader, viewer: Viewer) {
  return listed(db, viewer)
    .leftJoin('milestones as m', 'm.id', 'n.milestone_id')
    .leftJoin('profiles as p', (join) =>
      join.on((on) =>
        on(
          'p.id',
          '=',
          sql<string>`case when t.customer_id = ${viewer.id} then t.developer_id else t.customer_id end`,
        ),
      ),
    )
    .select(['n.id', 'n.kind', 'n.ticket_id', 'n.count', 'n.created_at', 'n.read_at'])
    .select(['t.description', 't.customer_id', 'm.title as milestone_title'])
    .select(['p.first_name', 'p.last_name', 'p.deleted_at'])
    .select(mayOpen(viewer).as('may_open'));
}

type Row = Awaited<ReturnType<ReturnType<typeof notificationRows>['execute']>>[number];

/** As `maySee` says it, for a whole list: its two sides, and whom it suits while it is open. */
function mayOpen({ id, user_type, supported_categories }: Viewer) {
  return sql<boolean>`coalesce(t.customer_id = ${id} or t.developer_id = ${id}
    or ${user_type === 'developer'} and t.status = 'AWAITING_ASSIGNMENT' and t.developer_id is null
      and t.categories && ${supported_categories}::text[], false)`;
}

function asNotification(row: Row, viewer: Viewer): Notification {
  const { id, kind, ticket_id, count, created_at } = row;
  const seen = row.may_open ? row : null;
  return {
    ...{ id, kind, ticket_id, count, created_at },
    ticket_title: seen?.description ? splitDescription(seen.description).title : null,
    milestone_title: seen?.milestone_title ?? null,
    person_name: seen ? nameOf(seen, viewer) : null,
    is_read: row.read_at !== null,
  };
}

/** Null where there is no other side yet. */
function nameOf(
  { first_name, last_name, deleted_at, customer_id }: Row,
  viewer: Viewer,
): string | null {
  if (deleted_at || (!first_name && !last_name)) return null;
  const fallback = customer_id === viewer.id ? 'Developer' : 'Customer';
  return fullName({ first_name, last_name }, fallback);
}
