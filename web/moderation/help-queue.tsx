import { keys } from '../api/keys.ts';
import { usePages } from '../api/use-pages.ts';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { RequestTable } from './request-table.tsx';

const query = { status: 'REQUIRES_MOD_ASSISTANCE', order: 'oldest' } as const;

/** Requests that require moderator assistance, the longest waiting first. */
export function HelpQueue() {
  const list = usePages(keys.moderatedTickets(query), '/api/moderation/tickets', { query });
  return (
    <div className="space-y-3">
      <QueueWords of="requests" />
      <PagedList list={list} loading="Loading requests" empty="No request needs your help.">
        {(tickets) => <RequestTable tickets={tickets} caption="Requests that need help" />}
      </PagedList>
    </div>
  );
}
