import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { WaitlistStatus } from '#domain/waitlist.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { Button } from '../ui/button.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { StatusFilter } from './status-filter.tsx';
import { WaitlistEntryCard } from './waitlist-entry-card.tsx';

/** Applications of unblockers; waiting ones longest waiting first. */
export function WaitlistTab() {
  const [status, setStatus] = useState<WaitlistStatus>('waiting');
  const [inviting, setInviting] = useState(false);
  useWarmUp(InviteDialog);
  const order = status === 'waiting' ? 'oldest' : 'newest';
  const list = usePages(keys.waitlist(status), '/api/moderation/waitlist', {
    query: { status, order },
  });
  return (
    <section aria-labelledby="waitlist">
      <h2 id="waitlist" className="sr-only">
        Waitlist
      </h2>
      <StatusFilter value={status} words={statusWords} onChange={setStatus}>
        <QueueWords of="waitlist" />
        <Button className="sm:ml-auto" onClick={() => setInviting(true)}>
          <UserRoundPlus size={18} aria-hidden />
          Invite
        </Button>
      </StatusFilter>
      <PagedList list={list} loading="Loading the waitlist" empty={statusWords[status].empty}>
        {(entries) => (
          <ul className="grid items-start gap-3 lg:grid-cols-2">
            {entries.map((entry) => (
              <WaitlistEntryCard key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </section>
  );
}

const statusWords: Record<WaitlistStatus, { label: string; empty: string }> = {
  waiting: { label: 'Waiting', empty: 'Nobody is waiting for an answer.' },
  approved: { label: 'Approved', empty: 'Nobody has been approved yet.' },
  declined: { label: 'Declined', empty: 'Nobody has been declined yet.' },
};
