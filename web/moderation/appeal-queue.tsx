import { useState } from 'react';
import { APPEAL_STATUSES, type AppealStatus } from '#domain/decision.ts';
import type { ModeratedAppeal } from '#domain/moderation.ts';
import { keys } from '../api/keys.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { AppealCard } from './appeal-card.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { usePaged } from './use-paged.ts';

/** Answers to decisions, the longest waiting first. */
export function AppealQueue() {
  const [status, setStatus] = useState<AppealStatus>('open');
  const list = usePaged<ModeratedAppeal>(
    keys.appeals(status),
    `/api/moderation/appeals?status=${status}`,
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Field label="Show" className="w-44">
          <Select
            value={status}
            onChange={(event) =>
              setStatus(APPEAL_STATUSES.find((known) => known === event.target.value) ?? 'open')
            }
          >
            {APPEAL_STATUSES.map((known) => (
              <option key={known} value={known}>
                {words[known].label}
              </option>
            ))}
          </Select>
        </Field>
        <QueueWords of="appeals" />
      </div>
      <PagedList list={list} loading="Loading appeals" empty={words[status].empty}>
        {(appeals) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {appeals.map((appeal) => (
              <li key={appeal.id} className="card p-4">
                <AppealCard appeal={appeal} showRequest />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const words: Record<AppealStatus, { label: string; empty: string }> = {
  open: { label: 'Open', empty: 'No appeal waits for you.' },
  granted: { label: 'Granted', empty: 'No appeal has been granted yet.' },
  denied: { label: 'Denied', empty: 'No appeal has been denied yet.' },
};
