import { useState } from 'react';
import { REPORT_STATUSES, type Report, type ReportStatus } from '#domain/report.ts';
import { keys } from '../api/keys.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { ReportCard } from './report-card.tsx';
import { usePaged } from './use-paged.ts';

/** Messages that somebody has reported: of the open ones the longest waiting first. */
export function ReportsTab() {
  const [status, setStatus] = useState<ReportStatus>('open');
  const order = status === 'open' ? '&order=oldest' : '';
  const list = usePaged<Report>(
    keys.reports(status),
    `/api/moderation/reports?status=${status}${order}`,
  );
  return (
    <section aria-labelledby="reports">
      <h2 id="reports" className="sr-only">
        Reports
      </h2>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <Field label="Show" className="w-44">
          <Select
            value={status}
            onChange={(event) => {
              const chosen = REPORT_STATUSES.find((known) => known === event.target.value);
              if (chosen) setStatus(chosen);
            }}
          >
            {REPORT_STATUSES.map((known) => (
              <option key={known} value={known}>
                {words[known].label}
              </option>
            ))}
          </Select>
        </Field>
        <QueueWords of="reports" />
      </div>
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
