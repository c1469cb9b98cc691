import type { ModeratedTicket } from '#domain/moderation.ts';
import { keys } from '../api/keys.ts';
import { type Page, usePages } from '../api/use-pages.ts';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { RequestTable } from './request-table.tsx';

const QUERY = 'status=REQUIRES_MOD_ASSISTANCE&order=oldest';

/** Requests that require moderator assistance, the longest waiting first. */
export function HelpQueue() {
  const list = usePages<Page<ModeratedTicket>>(
    keys.moderatedTickets(QUERY),
    `/api/moderation/tickets?${QUERY}`,
  );
  return (
    <div className="space-y-3">
      <QueueWords of="requests" />
      <PagedList list={list} loading="Loading requests" empty="No request needs your help.">
        {(tickets) => <RequestTable tickets={tickets} caption="Requests that need help" />}
      </PagedList>
    </div>
  );
}
