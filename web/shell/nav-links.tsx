import type { ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { cx } from '../ui/cx.ts';

export interface NavItem {
  to: string;
  label: string;
  /** Current on exactly this path, not below it. */
  end?: boolean;
  /** A path below it that does not belong to it. */
  apartFrom?: string;
  /** Before the label, for example the person's picture. */
  before?: ReactNode;
  /** Added to the label for screen readers. */
  more?: string;
  /** A number after the label, and its words. */
  after?: { mark: ReactNode; words: string };
}

interface NavLinksProps {
  items: NavItem[];
  direction: 'row' | 'column';
  className?: string;
}

/** The main navigation, which marks the current page. */
export function NavLinks({ items, direction, className }: NavLinksProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className={className}>
      <ul className={cx('flex gap-1', direction === 'column' && 'flex-col')}>
        {items.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              className={linkLook}
              aria-current={isIn(item, pathname) ? 'page' : undefined}
            >
              {item.before}
              {item.label}
              {item.more && <span className="sr-only"> {item.more}</span>}
              {item.after?.mark}
            </Link>
            {item.after && <span className="sr-only">{item.after.words}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isIn({ to, end = false, apartFrom }: NavItem, pathname: string): boolean {
  if (apartFrom && matchPath(apartFrom, pathname)) return false;
  return matchPath({ path: to, end }, pathname) !== null;
}

const linkLook = cx(
  'flex min-h-11 items-center gap-2 rounded px-3 text-sm font-medium transition-colors md:min-h-10 md:px-2 md:whitespace-nowrap lg:px-3',
  'text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink',
);
