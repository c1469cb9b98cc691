import { useState } from 'react';
import type { ModeratedDispute } from '#domain/moderation.ts';
import { keys } from '../api/keys.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { DisputeCard } from './dispute-card.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { usePaged } from './use-paged.ts';

/** Payments that a customer's bank wants back. */
export function DisputeQueue() {
  const [waiting, setWaiting] = useState(true);
  const list = usePaged<ModeratedDispute>(
    keys.disputes(waiting),
    `/api/moderation/disputes?waiting=${waiting}`,
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Field label="Show" className="w-44">
          <Select
            value={String(waiting)}
            onChange={(event) => setWaiting(event.target.value === 'true')}
          >
            <option value="true">Waiting</option>
            <option value="false">All</option>
          </Select>
        </Field>
        <QueueWords of="disputes" />
      </div>
      <PagedList
        list={list}
        loading="Loading disputes"
        empty={waiting ? 'No dispute over money waits.' : 'There was no dispute over money yet.'}
      >
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
