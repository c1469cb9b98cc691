import { useState } from 'react';
import type { ReportStatus } from '#domain/report.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { ReportCard } from './report-card.tsx';
import { StatusFilter } from './status-filter.tsx';

/** Reported messages; open ones longest waiting first. */
export function ReportsTab() {
  const [status, setStatus] = useState<ReportStatus>('open');
  const order = status === 'open' ? 'oldest' : 'newest';
  const list = usePages(keys.reports(status), '/api/moderation/reports', {
    query: { status, order },
  });
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className="sr-only">
        Reports
      </h2>
      <StatusFilter value={status} words={words} onChange={setStatus}>
        <QueueWords of="reports" />
      </StatusFilter>
      <PagedList list={list} loading="Loading reports" empty={words[status].empty}>
        {(reports) => (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {reports.map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

const words: Record<ReportStatus, { label: string; empty: string }> = {
  open: { label: 'Open', empty: 'No report waits for you.' },
  dismissed: { label: 'Dismissed', empty: 'No report has been dismissed yet.' },
  hidden: { label: 'Message hidden', empty: 'No message has been hidden yet.' },
  closed: {
    label: 'Decided with the request',
    empty: 'No report has been decided with its request yet.',
  },
};
