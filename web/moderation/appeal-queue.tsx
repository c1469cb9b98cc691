import { useState } from 'react';
import type { AppealStatus } from '#domain/decision.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { AppealCard } from './appeal-card.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { StatusFilter } from './status-filter.tsx';

/** Appeals; open ones longest waiting first. */
export function AppealQueue() {
  const [status, setStatus] = useState<AppealStatus>('open');
  const order = status === 'open' ? 'oldest' : 'newest';
  const list = usePages(keys.appeals(status), '/api/moderation/appeals', {
    query: { status, order },
  });
  return (
    <>
      <StatusFilter value={status} words={words} onChange={setStatus}>
        <QueueWords of="appeals" />
      </StatusFilter>
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
