import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { categoryLabels } from '#domain/category.ts';
import type { UserType } from '#domain/profile.ts';
import { useProfile, useSession } from '../api/session.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Tag } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { AccountSection } from './account-section.tsx';
import { AlertsSection } from './alerts/alerts-section.tsx';
import { AvailabilitySection } from './availability-section.tsx';
import { displayName } from './display-name.ts';
import { EditProfileDialog } from './edit-profile-dialog.tsx';
import { FilterTicketsDialog } from './filter-tickets-dialog.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasskeysSection } from './passkeys/passkeys-section.tsx';
import { ConnectedAccountsSection } from './providers/connected-accounts-section.tsx';
import { useProviders } from './providers/use-providers.ts';
import { FiguresSection } from './public-profile/figures-section.tsx';
import { PublicProfileSection } from './public-profile/public-profile-section.tsx';
import { RequestHistory } from './request-history.tsx';
import { SecuritySection } from './security-section.tsx';
import { supportedBy } from './supported-by.ts';
import { TwoStepSection } from './two-step/two-step-section.tsx';
import { useSectionInView } from './use-section-in-view.ts';
import { YourDataSection } from './your-data-section.tsx';

// Few look at them, and moderators have none.
const ProgramSections = onDemand(
  async () => (await import('./programs/program-sections.tsx')).ProgramSections,
);

export function meta() {
  return [{ title: 'My Account · Unblock' }];
}

/** One's own account; only the first section depends on the role. */
export default function MyAccountPage() {
  const { user_type } = useProfile();
  const first = ownSections[user_type];
  // Programs of moderators would reach what others have confided to them.
  const hasPrograms = user_type !== 'moderator';
  const providers = useProviders();
  return (
    <>
      <PageHead title="My Account" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[20rem_minmax(0,60rem)]">
        <div className="flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-20">
          <ProfileBlock />
          <SectionLinks
            first={first}
            isUnblocker={user_type === 'developer'}
            hasProviders={providers.length > 0}
            hasPrograms={hasPrograms}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          {first?.content}
          {user_type === 'developer' && <UnblockerSections />}
          <NotificationsSection />
          <SecuritySection />
          <TwoStepSection />
          <PasskeysSection />
          <ConnectedAccountsSection providers={providers} />
          {hasPrograms && <ProgramSections />}
          <YourDataSection />
        </div>
      </div>
    </>
  );
}

interface OwnSection {
  id: string;
  title: string;
  content: ReactNode;
}

const ownSections: Record<UserType, OwnSection | null> = {
  customer: { id: 'request-history', title: 'Request History', content: <RequestHistory /> },
  developer: {
    id: 'supported-categories',
    title: 'Supported Categories',
    content: <SupportedCategories />,
  },
  moderator: null,
};

const unblockerSections = [
  { id: 'availability', title: 'Availability' },
  { id: 'alerts', title: 'Alerts' },
  { id: 'public-profile', title: 'Public Profile' },
  { id: 'your-figures', title: 'Your Figures' },
];

const programSections = [
  { id: 'connected-programs', title: 'Connected Programs' },
  { id: 'access-tokens', title: 'Access Tokens' },
  { id: 'webhooks', title: 'Webhooks' },
];

function UnblockerSections() {
  return (
    <>
      <AvailabilitySection />
      <AlertsSection />
      <PublicProfileSection />
      <FiguresSection />
    </>
  );
}

interface SectionLinksProps {
  first: OwnSection | null;
  isUnblocker: boolean;
  hasProviders: boolean;
  hasPrograms: boolean;
}

function SectionLinks({ first, isUnblocker, hasProviders, hasPrograms }: SectionLinksProps) {
  const sections = [
    ...(first ? [first] : []),
    ...(isUnblocker ? unblockerSections : []),
    { id: 'notifications', title: 'Notifications' },
    { id: 'security', title: 'Security' },
    { id: 'two-step-sign-in', title: 'Two-Step Sign-In' },
    { id: 'passkeys', title: 'Passkeys' },
    ...(hasProviders ? [{ id: 'connected-accounts', title: 'Connected Accounts' }] : []),
    ...(hasPrograms ? programSections : []),
    { id: 'your-data', title: 'Your Data' },
  ];
  const current = useSectionInView(sections.map(({ id }) => id).join(' '));
  return (
    <nav aria-label="On This Page">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-1 sm:flex lg:flex-col">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              replace
              aria-current={id === current ? 'location' : undefined}
              className="flex min-h-11 items-center rounded px-3 text-sm text-ink-soft hover:bg-sunken hover:text-ink md:min-h-9 lg:aria-[current]:bg-sunken lg:aria-[current]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ProfileBlock() {
  const profile = useProfile();
  const { signOut } = useSession();
  const [editing, setEditing] = useState(false);
  useWarmUp(EditProfileDialog);
  const name = displayName(profile);
  return (
    <section aria-label="Profile" className="card flex flex-col gap-5 p-5">
      <div className="flex items-center gap-4">
        <Avatar name={name} src={profile.profile_image_url} size={64} />
        <div className="min-w-0">
          <p className="font-display text-xl font-bold break-words">{name}</p>
          {name !== profile.email && (
            <p className="text-sm break-words text-ink-soft">{profile.email}</p>
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <Button onClick={() => setEditing(true)} className="flex-1">
          Edit
        </Button>
        <Button onClick={signOut} className="flex-1">
          Sign Out
        </Button>
      </div>
      {editing && <EditProfileDialog profile={profile} onClose={() => setEditing(false)} />}
    </section>
  );
}

/** The same choice as under Filter Requests. */
function SupportedCategories() {
  const profile = useProfile();
  const [choosing, setChoosing] = useState(false);
  useWarmUp(FilterTicketsDialog);
  const categories = supportedBy(profile);
  return (
    <AccountSection
      id="supported-categories"
      title="Supported Categories"
      intro="You see open requests that share at least one of them."
    >
      <div className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
        {categories.length > 0 ? (
          <ul aria-label="Supported Categories" className="flex min-w-0 flex-wrap gap-1.5">
            {categories.map((category) => (
              <li key={category} className="flex">
                <Tag>{categoryLabels[category]}</Tag>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm text-ink-soft">None yet, so no requests are shown to you.</p>
        )}
        <Button onClick={() => setChoosing(true)}>Change Categories</Button>
      </div>
      {choosing && <FilterTicketsDialog profile={profile} onClose={() => setChoosing(false)} />}
    </AccountSection>
  );
}
