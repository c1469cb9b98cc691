import { Link } from 'react-router';
import type { Notification, NotificationKind } from '#domain/notification.ts';
import { type Notice, noticeRules } from '#domain/notification-rules.ts';
import { ownDashboard, paths, sideOf } from '#domain/paths.ts';
import type { UserType } from '#domain/profile.ts';
import { shortId } from '#domain/ticket-words.ts';
import { useProfile } from '../api/session.tsx';
import { cx } from '../ui/cx.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

interface NotificationItemProps {
  notification: Notification;
  /** It was followed. */
  onOpen: () => void;
}

/** One notification, with its link. */
export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const place = placeOf(notification, useProfile().user_type);
  const content = <Content notification={notification} />;
  const look = 'flex gap-3 rounded px-3 py-3';
  return (
    <li className="py-0.5">
      {place === null ? (
        <div className={look}>{content}</div>
      ) : (
        <Link to={place} onClick={onOpen} className={cx(look, 'hover:bg-sunken')}>
          {content}
        </Link>
      )}
    </li>
  );
}

function Content({ notification }: { notification: Notification }) {
  const { ticket_id, ticket_title, created_at, is_read } = notification;
  return (
    <>
      <span
        aria-hidden
        className={cx('mt-1.5 size-2 shrink-0 rounded-[2px]', !is_read && 'bg-turn')}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span
            className={cx(
              'min-w-0 flex-1 basis-[7rem] text-sm leading-snug wrap-anywhere line-clamp-3',
              is_read ? 'text-ink-soft' : 'font-semibold',
            )}
          >
            {!is_read && <span className="sr-only">Unread: </span>}
            {sentenceOf(notification)}
          </span>
          <RelativeTime at={created_at} className="shrink-0 text-2xs text-ink-soft" />
        </span>
        {ticket_id !== null && (
          <span className="mt-0.5 flex min-w-0 gap-2 text-2xs text-ink-soft">
            <span className="font-mono">#{shortId(ticket_id)}</span>
            {ticket_title !== null && <bdi className="truncate">{ticket_title}</bdi>}
          </span>
        )}
      </span>
    </>
  );
}

/** Kinds without a step. */
const ownWords: Record<Exclude<NotificationKind, Notice>, (about: Notification) => string> = {
  new_request: ({ ticket_id, count }) =>
    ticket_id !== null || count === 1
      ? 'A new request in your categories'
      : `${count} new requests in your categories`,
  reminder: () => 'It is your turn: the other side waits',
  application_waits: ({ count }) =>
    count === 1 ? 'An application waits for a review' : `${count} applications wait for a review`,
};

/** What happened, in one line. */
function sentenceOf(notification: Notification): string {
  const { kind } = notification;
  if (!isNotice(kind)) return ownWords[kind](notification);
  const { says } = noticeRules[kind];
  return typeof says === 'string' ? says : says(notification);
}

/** Its link; null where nothing is left that the person may see. */
function placeOf(notification: Notification, userType: UserType): string | null {
  const { kind, ticket_id, ticket_title } = notification;
  if (kind === 'application_waits') return paths.applications();
  const at = isNotice(kind) ? noticeRules[kind].at : undefined;
  if (at === 'moderation') return ownDashboard(userType);
  if (ticket_id === null || at === 'available') return paths.available();
  if (at === 'case') return paths.moderatedRequest(ticket_id);
  if (ticket_title === null) return null;
  return at === 'discussion'
    ? paths.discussion(ticket_id)
    : paths.plan(sideOf(userType), ticket_id);
}

function isNotice(kind: NotificationKind): kind is Notice {
  return kind in noticeRules;
}
