import type { Notification, NotificationPage } from '#domain/notification.ts';
import { stepPlaces } from '#domain/record-money.ts';
import { storedMoney } from '#domain/record-money-schemas.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import type { Reader } from '../database/database.ts';
import { type PageRequest, readPage } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { seen } from '../lifecycle/visibility.ts';

/** A person's notifications, newest first. */
export async function notificationsOf(
  db: Reader,
  viewer: Viewer,
  page: PageRequest,
): Promise<NotificationPage> {
  const found = await readPage(notificationRows(db, viewer), page, {
    by: ['n.created_at', 'n.id'],
  });
  return { ...found, items: found.items.map((row) => asNotification(row, viewer)) };
}

export async function countUnreadNotifications(db: Reader, viewer: Viewer): Promise<number> {
  const { count } = await listed(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('n.read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Without new requests that were taken, or no longer fit the developer. */
function listed(db: Reader, viewer: Viewer) {
  return db
    .selectFrom('notifications as n')
    .leftJoin('tickets as t', 't.id', 'n.ticket_id')
    .where('n.person_id', '=', viewer.id)
    .where((where) =>
      where.or([
        where('n.kind', '<>', 'new_request'),
        where('n.ticket_id', 'is', null),
        seen.maySee(viewer),
      ]),
    );
}

function notificationRows(db: Reader, viewer: Viewer) {
  return listed(db, viewer)
    .leftJoin('milestones as m', 'm.id', 'n.milestone_id')
    .leftJoin('profiles as p', (join) =>
      join.on((on) => on('p.id', '=', seen.otherSide(viewer).$castTo<string>())),
    )
    .select(['n.id', 'n.kind', 'n.ticket_id', 'n.count', 'n.created_at', 'n.read_at', 'n.money'])
    .select('m.started_at')
    .select(['t.description', 't.customer_id', 'm.title as milestone_title'])
    .select(['p.first_name', 'p.last_name'])
    .select(seen.maySee(viewer).as('may_open'));
}

type Row = Awaited<ReturnType<ReturnType<typeof notificationRows>['execute']>>[number];

function asNotification(row: Row, viewer: Viewer): Notification {
  const { id, kind, ticket_id, count, created_at, started_at } = row;
  const seen = row.may_open ? row : null;
  return {
    id,
    kind,
    ticket_id,
    count,
    created_at,
    money: seen && moneyFor(row, viewer),
    ticket_title: seen?.description ? splitDescription(seen.description).title : null,
    milestone_title: seen?.milestone_title ?? null,
    person_name: seen ? nameOf(seen) : null,
    milestone_begun: started_at !== null && started_at < created_at,
    is_read: row.read_at !== null,
  };
}

function moneyFor({ customer_id, money }: Row, { id }: Viewer) {
  return stepPlaces(
    { side: customer_id === id ? 'customer' : 'developer', id },
    storedMoney(money),
  );
}

/** Null where there is no other side yet, or one without a name. */
function nameOf({ first_name, last_name }: Row): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || null;
}
