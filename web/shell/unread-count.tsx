import { useEffect } from 'react';
import { paths } from '#domain/paths.ts';
import { shownCount } from '../api/use-unread.ts';
import type { NavItem } from './nav-links.tsx';

/** Adds the number of unread messages to Discussions, also in words. */
export function withUnread(items: NavItem[], count: number): NavItem[] {
  if (count === 0) return items;
  const words = `${count} unread ${count === 1 ? 'message' : 'messages'}`;
  const after = { mark: <UnreadCount count={count} />, words };
  return items.map((item) => (item.to === paths.discussions() ? { ...item, after } : item));
}

/** Hidden from screen readers, so that the link's name stays the same. */
function UnreadCount({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      className="figures min-w-5 rounded-full bg-turn-soft px-1.5 py-0.5 text-center text-2xs font-semibold text-turn-ink"
    >
      {shownCount(count)}
    </span>
  );
}

/**
 * Puts the number of unread messages before the page's title, to be seen from other tabs. Again for
 * each address, as each page sets a title.
 */
export function UnreadTitle({ count }: { count: number }) {
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\+?\) /, '');
    document.title = count > 0 ? `(${shownCount(count)}) ${title}` : title;
  }, [count]);
  return null;
}
