import { NavLink } from 'react-router';
import type { Profile } from '#domain/profile.ts';
import { displayName } from '../account/display-name.ts';
import { ownProfile } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';

/** One's picture beside the navigation: the way to My Account where no entry leads there. */
export function AccountLink({ profile }: { profile: Profile }) {
  return (
    <NavLink
      to={ownProfile(profile.user_type)}
      aria-label="My Account"
      title="My Account"
      className={({ isActive }) =>
        cx(
          'inline-flex size-11 shrink-0 items-center justify-center rounded hover:bg-sunken md:size-10',
          isActive && 'bg-sunken',
        )
      }
    >
      <Avatar name={displayName(profile)} src={profile.profile_image_url} size={28} />
    </NavLink>
  );
}
