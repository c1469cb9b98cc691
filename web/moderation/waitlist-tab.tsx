import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { WAITLIST_STATUSES, type WaitlistEntry, type WaitlistStatus } from '#domain/waitlist.ts';
import { keys } from '../api/keys.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { usePaged } from './use-paged.ts';
import { WaitlistEntryCard } from './waitlist-entry-card.tsx';

/** Who would like to become an unblocker. */
export function WaitlistTab() {
  const [status, setStatus] = useState<WaitlistStatus>('waiting');
  const [inviting, setInviting] = useState(false);
  const list = usePaged<WaitlistEntry>(
    keys.waitlist(status),
    `/api/moderation/waitlist?status=${status}`,
  );
  return (
    <section aria-labelledby="waitlist">
      <h2 id="waitlist" className="sr-only">
        Waitlist
      </h2>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Field label="Show" className="w-44">
          <Select
            value={status}
            onChange={(event) => {
              const chosen = WAITLIST_STATUSES.find((known) => known === event.target.value);
              if (chosen) setStatus(chosen);
            }}
          >
            {WAITLIST_STATUSES.map((known) => (
              <option key={known} value={known}>
                {statusWords[known].label}
              </option>
            ))}
          </Select>
        </Field>
        <QueueWords of="waitlist" />
        <Button onClick={() => setInviting(true)}>
          <UserRoundPlus size={18} aria-hidden />
          Invite
        </Button>
      </div>
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
