import { useSearchParams } from 'react-router';
import { PageHead } from '../ui/page-head.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AuditLogTab } from './audit-log-tab.tsx';
import { MoreLinks } from './more-links.tsx';
import { WaitlistTab } from './waitlist-tab.tsx';

export function meta() {
  return [{ title: 'Moderation · Unblock' }];
}

const tabs = [
  { id: 'waitlist', label: 'Waitlist', content: <WaitlistTab /> },
  { id: 'audit-log', label: 'Audit Log', content: <AuditLogTab /> },
];
const first = 'waitlist';

export default function ModerationPage() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const shown = tabs.find(({ id }) => id === asked)?.id ?? first;
  return (
    <>
      <PageHead title="Moderation">
        <MoreLinks />
      </PageHead>
      <Tabs
        label="Moderation"
        tabs={tabs}
        value={shown}
        onChange={(tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })}
      />
    </>
  );
}
