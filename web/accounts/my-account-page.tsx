import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserType } from '#domain/profile.ts';
import { useProfile } from '../api/session.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { RequestHistory } from './request-history.tsx';
import { SecuritySection } from './security-section.tsx';
import { SupportedCategories } from './supported-categories.tsx';
import { TwoStepSection } from './two-step/two-step-section.tsx';
import { YourDataSection } from './your-data-section.tsx';

export function meta() {
  return [{ title: 'My Account · Unblock' }];
}

/** One's own account, whatever the role; only the first part differs. */
export default function MyAccountPage() {
  const first = ownSections[useProfile().user_type];
  return (
    <>
      <PageHead title="My Account" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-20">
          <ProfileBlock />
          <SectionLinks first={first} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          {first?.content}
          <NotificationsSection />
          <SecuritySection />
          <TwoStepSection />
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

function SectionLinks({ first }: { first: OwnSection | null }) {
  const sections = [
    ...(first ? [first] : []),
    { id: 'notifications', title: 'Notifications' },
    { id: 'security', title: 'Security' },
    { id: 'two-step-sign-in', title: 'Two-Step Sign-In' },
    { id: 'your-data', title: 'Your Data' },
  ];
  return (
    <nav aria-label="On This Page">
      <ul className="grid grid-cols-2 gap-x-1 sm:flex lg:flex-col">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              replace
              className="flex min-h-11 items-center rounded px-3 text-sm text-ink-soft hover:bg-sunken hover:text-ink md:min-h-9"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
