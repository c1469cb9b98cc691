import type { Profile, UserType } from '#domain/profile.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { NavItem } from './nav-links.tsx';

/** The navigation of this person's side, with a customer's picture at My Account. */
export function navigationOf(profile: Profile): NavItem[] {
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ') || profile.email;
  const picture = <Avatar name={name} src={profile.profile_image_url} size={24} />;
  return navigation[profile.user_type].map((item) =>
    item.to === paths.profile() ? { ...item, before: picture } : item,
  );
}

const navigation: Record<UserType, NavItem[]> = {
  customer: [
    { to: paths.customerDashboard(), label: 'Dashboard', end: true },
    { to: paths.discussions(), label: 'Discussions' },
    { to: paths.help(), label: 'Help' },
    { to: paths.profile(), label: 'My Account' },
  ],
  developer: [
    { to: paths.developerDashboard(), label: 'Dashboard', end: true },
    { to: paths.discussions(), label: 'Discussions' },
    { to: paths.available(), label: 'Available Requests' },
  ],
  moderator: [
    { to: paths.moderation(), label: 'Moderation', end: true },
    { to: paths.help(), label: 'Help' },
  ],
};
