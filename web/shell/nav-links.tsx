import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { cx } from '../ui/cx.ts';

export interface NavItem {
  to: string;
  label: string;
  /** Active on exactly this address, not below it. */
  end?: boolean;
  /** Stands before the label, for example the person's picture. */
  before?: ReactNode;
  /** Goes on where the label alone says too little, for those who hear the links one by one. */
  more?: string;
  /** A number after the label, and what it says in words. */
  after?: { mark: ReactNode; words: string };
}

interface NavLinksProps {
  items: NavItem[];
  direction: 'row' | 'column';
  className?: string;
}

export function NavLinks({ items, direction, className }: NavLinksProps) {
  return (
    <nav aria-label="Main" className={className}>
      <ul className={cx('flex gap-1', direction === 'column' && 'flex-col')}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} end={item.end ?? false} className={linkLook}>
              {item.before}
              {item.label}
              {item.more && <span className="sr-only"> {item.more}</span>}
              {item.after?.mark}
            </NavLink>
            {item.after && <span className="sr-only">{item.after.words}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function linkLook({ isActive }: { isActive: boolean }): string {
  return cx(
    'flex min-h-11 items-center gap-2 rounded px-3 text-sm font-medium transition-colors md:min-h-10 md:px-2 lg:px-3',
    isActive ? 'bg-sunken text-ink' : 'text-ink-soft hover:bg-sunken hover:text-ink',
  );
}
