import { PageHead } from '../ui/page-head.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { RequestHistory } from './request-history.tsx';

export function meta() {
  return [{ title: 'My Account · Unblock' }];
}

export default function MyAccountPage() {
  return (
    <>
      <PageHead title="My Account" />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <ProfileBlock />
        <RequestHistory />
      </div>
    </>
  );
}
