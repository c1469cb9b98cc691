import { NavLink } from 'react-router';
import { ownProfile } from '#domain/paths.ts';
import type { Profile } from '#domain/profile.ts';
import { displayName } from '../accounts/display-name.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';

/** One's picture beside the navigation: the way to My Account. In the phone's menu it has its words. */
export function AccountLink({ profile }: { profile: Profile }) {
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
