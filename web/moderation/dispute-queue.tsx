import { useState } from 'react';
import { keys } from '../api/keys.ts';
import { usePages } from '../api/use-pages.ts';
import { DisputeCard } from './dispute-card.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { StatusFilter } from './status-filter.tsx';

/** Payments that a customer's bank wants back: of those that wait the longest waiting first. */
export function DisputeQueue() {
  const [shown, setShown] = useState<keyof typeof words>('waiting');
  const waiting = shown === 'waiting';
  const list = usePages(keys.disputes(waiting), '/api/moderation/disputes', {
    query: { waiting: `${waiting}`, order: waiting ? 'oldest' : 'newest' },
  });
  return (
    <>
      <StatusFilter value={shown} words={words} onChange={setShown}>
        <QueueWords of="disputes" />
      </StatusFilter>
      <PagedList list={list} loading="Loading disputes" empty={words[shown].empty}>
        {(disputes) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {disputes.map((dispute) => (
              <DisputeCard key={dispute.id} dispute={dispute} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

const words = {
  waiting: { label: 'Waiting', empty: 'No dispute over money waits.' },
  all: { label: 'All', empty: 'There was no dispute over money yet.' },
};
