import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { ownProfile } from '#domain/paths.ts';
import type { Profile } from '#domain/profile.ts';
import { displayName } from '../accounts/display-name.ts';
import { useSession } from '../api/session.tsx';
import { useUnread } from '../api/use-unread.ts';
import { useSendUnsent } from '../discussions/use-send-unsent.ts';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { useOffline } from '../offline/use-offline.ts';
import { MobileMenu } from '../shell/mobile-menu.tsx';
import { NavLinks } from '../shell/nav-links.tsx';
import { OfflineNotice } from '../shell/offline-notice.tsx';
import { ThemeSwitch } from '../shell/theme-switch.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { UnreadTitle, withUnread } from '../shell/unread-count.tsx';
import { useReturnToOrigin } from '../shell/use-return-to-origin.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { menuOf, navigationOf } from './signed-in-navigation.tsx';

interface SignedInShellProps {
  profile: Profile;
  children: ReactNode;
}

export function SignedInShell({ profile, children }: SignedInShellProps) {
  useReturnToOrigin();
  useSendUnsent();
  useOffline(profile);
  const unread = useUnread();
  // My Account has a Sign Out of its own; two on one screen would be a riddle.
  const location = useLocation();
  const ownSignOut = location.pathname === ownProfile(profile.user_type);
  const items = withUnread(navigationOf(profile), unread.count);
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar frame={frame}>
        <NavLinks items={items} direction="row" className="max-md:hidden" />
        {profile.user_type !== 'customer' && <AccountLink profile={profile} />}
        <div className="ml-auto flex items-center gap-1">
          <NotificationBell unread={unread.notifications} />
          <ThemeSwitch />
          {!ownSignOut && <SignOutButton narrow className="max-md:hidden" />}
          <MobileMenu>
            <NavLinks items={withUnread(menuOf(profile), unread.count)} direction="column" />
            <SignOutButton className="mt-2 justify-start px-3" />
          </MobileMenu>
        </div>
      </TopBar>
      <OfflineNotice />
      <main
        id="main"
        tabIndex={-1}
        className={cx('mx-auto w-full flex-1 px-4 py-6 outline-none sm:px-6 md:py-8', frame)}
      >
        {children}
      </main>
      <UnreadTitle key={location.key} count={unread.count} />
    </div>
  );
}

/** Work has lists and tables, which very wide screens give more room. */
const frame = 'max-w-7xl 3xl:max-w-[96rem]';

interface SignOutButtonProps {
  /** Says its words only where there is room for them. */
  narrow?: boolean;
  className: string;
}

function SignOutButton({ narrow = false, className }: SignOutButtonProps) {
  const { signOut } = useSession();
  return (
    <Button variant="ghost" onClick={signOut} title="Sign Out" className={className}>
      <LogOut size={16} aria-hidden />
      <span className={cx(narrow && 'max-lg:sr-only')}>Sign Out</span>
    </Button>
  );
}

/** One's picture beside the navigation: the way to My Account. In the phone's menu it has its words. */
function AccountLink({ profile }: { profile: Profile }) {
  return (
    <NavLink
      to={ownProfile(profile.user_type)}
      title="My Account"
      className={({ isActive }) =>
        cx(
          'inline-flex size-10 shrink-0 items-center justify-center rounded hover:bg-sunken max-md:hidden',
          isActive && 'bg-sunken',
        )
      }
    >
      <Avatar name={displayName(profile)} src={profile.profile_image_url} size={28} />
      <span className="sr-only">My Account</span>
    </NavLink>
  );
}
