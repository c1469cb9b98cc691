import { type Notice, noticeRules } from '#domain/notice.ts';
import type { Notification, NotificationKind } from '#domain/notification.ts';
import { ownDashboard, paths, sideOf } from '#domain/paths.ts';
import type { UserType } from '#domain/profile.ts';

/** What no step brings. */
const ownWords: Record<Exclude<NotificationKind, Notice>, (about: Notification) => string> = {
  new_request: ({ ticket_id, count }) =>
    ticket_id !== null || count === 1
      ? 'A new request in your categories'
      : `${count} new requests in your categories`,
  reminder: () => 'It is your turn: the other side waits',
};

/** What happened, in one line. */
export function sentenceOf(notification: Notification): string {
  const { kind } = notification;
  if (!isNotice(kind)) return ownWords[kind](notification);
  const { says } = noticeRules[kind];
  return typeof says === 'string' ? says : says(notification);
}

/** Where it leads; null where there is nothing left that one may see. */
export function placeOf(notification: Notification, userType: UserType): string | null {
  const { kind, ticket_id, ticket_title } = notification;
  const at = isNotice(kind) ? noticeRules[kind].at : undefined;
  if (at === 'moderation') return ownDashboard(userType);
  if (ticket_id === null) return paths.available();
  if (ticket_title === null) return null;
  return at === 'discussion'
    ? paths.discussion(ticket_id)
    : paths.plan(sideOf(userType), ticket_id);
}

function isNotice(kind: NotificationKind): kind is Notice {
  return kind in noticeRules;
}
