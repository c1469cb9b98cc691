import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ownDashboard, paths } from '#domain/paths.ts';
import { useSession } from '../api/session.tsx';
import { cx } from '../ui/cx.ts';
import { Logo } from '../ui/logo.tsx';

interface TopBarProps {
  /** As wide as the screen below it. */
  frame?: string;
  children: ReactNode;
}

/** The frame of both top bars: skip link, logo and content. */
export function TopBar({ frame = 'max-w-7xl', children }: TopBarProps) {
  const { profile } = useSession();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-40 focus:m-2 focus:rounded focus:bg-surface focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <div className={cx('mx-auto flex h-14 items-center gap-2 px-4 sm:px-6', frame)}>
        <Link
          to={profile ? ownDashboard(profile.user_type) : paths.home()}
          className="inline-flex min-h-11 min-w-11 items-center sm:mr-3"
        >
          <Logo />
        </Link>
        {children}
      </div>
    </header>
  );
}
