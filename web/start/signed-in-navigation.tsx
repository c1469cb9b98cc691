import { ownProfile, paths } from '#domain/paths.ts';
import type { Profile, UserType } from '#domain/profile.ts';
import { displayName } from '../accounts/display-name.ts';
import type { NavItem } from '../shell/nav-links.tsx';
import { Avatar } from '../ui/avatar.tsx';

/** The navigation of this kind of person, with a customer's picture at My Account. */
export function navigationOf(profile: Profile): NavItem[] {
  return navigation[profile.user_type].map((item) =>
    item.to === paths.profile() ? { ...item, before: pictureOf(profile) } : item,
  );
}

/** The same for the phone's menu, where everybody has My Account in words. */
export function menuOf(profile: Profile): NavItem[] {
  const items = navigationOf(profile);
  const to = ownProfile(profile.user_type);
  if (items.some((item) => item.to === to)) return items;
  return [...items, { to, label: 'My Account', before: pictureOf(profile) }];
}

function pictureOf(profile: Profile) {
  return <Avatar name={displayName(profile)} src={profile.profile_image_url} size={24} />;
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
    { to: paths.earnings(), label: 'Earnings' },
    { to: paths.available(), label: 'Available Requests' },
  ],
  moderator: [
    { to: paths.moderation(), label: 'Moderation', apartFrom: paths.moderatorProfile() },
    { to: paths.help(), label: 'Help' },
  ],
};
