import type { Profile } from '#domain/profile.ts';
import { type PlanSide, paths, sideOf } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { NavItem } from './nav-links.tsx';

/** The navigation of this person's side, with their picture beside the entry that is about them. */
export function navigationOf(profile: Profile): NavItem[] {
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ') || profile.email;
  const picture = <Avatar name={name} src={profile.profile_image_url} size={24} />;
  return navigation[sideOf(profile.user_type)].map((item) =>
    item.to === personal[sideOf(profile.user_type)] ? { ...item, before: picture } : item,
  );
}

const navigation: Record<PlanSide, NavItem[]> = {
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
};

const personal: Record<PlanSide, string> = {
  customer: paths.profile(),
  developer: paths.available(),
};
