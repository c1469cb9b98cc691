import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Report, ReportStatus } from '#domain/report.ts';
import { errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ModeratedMessageItem } from './moderated-message.tsx';
import { PagedList } from './paged-list.tsx';
import { QueueWords } from './queue-words.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReviewReports } from './review-reports.tsx';
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
      <ReviewReports />
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

/** One report: who, about what, where in the thread; and the acts on it. */
function ReportCard({ report }: { report: Report }) {
  const { ticket, reporter, message } = report;
  const [reading, setReading] = useState(false);
  return (
    <li className="card flex min-w-0 flex-col gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-sans text-sm font-medium tracking-normal wrap-anywhere">
          <Link to={paths.moderatedRequest(ticket.id)} className="thumb link">
            {ticket.title}
          </Link>
        </h3>
        <StatusBadge status={ticket.status} />
      </div>
      <p className="text-2xs wrap-anywhere text-ink-soft">
        Reported by {reporter.full_name} <RelativeTime at={report.created_at} />
        {ticket.open_reports > 1 && `, one of ${ticket.open_reports} open reports`}
      </p>
      {reading ? (
        <InItsThread report={report} />
      ) : (
        <ol aria-label="The reported message">
          <ModeratedMessageItem message={message} ticketId={ticket.id} reported />
        </ol>
      )}
      {!reading && report.status === 'open' && (
        <Button size="sm" className="self-start" onClick={() => setReading(true)}>
          Show in Its Thread
        </Button>
      )}
      {report.reason && (
        <p className="border-t border-line pt-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {report.reason}
        </p>
      )}
      <Acts report={report} />
    </li>
  );
}

/** The messages around it are private: they are read on demand, and that is logged. */
function InItsThread({ report: { id, message, ticket } }: { report: Report }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.reportRead(id),
    queryFn: ({ signal }) => api.get('/api/moderation/reports/{id}', { path: { id }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error && !data) return <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={4} />;
  return (
    <ol aria-label="The message in its thread" className="flex flex-col gap-2">
      {data.around.map((each) => (
        <ModeratedMessageItem
          key={each.id}
          message={each}
          ticketId={ticket.id}
          reported={each.id === message.id}
        />
      ))}
    </ol>
  );
}

function Acts({ report }: { report: Report }) {
  const [dismissing, setDismissing] = useState(false);
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-3">
      <Button asChild>
        <Link to={paths.moderatedRequest(report.ticket.id)}>Open Request</Link>
      </Button>
      {report.actions.dismiss?.allowed && (
        <Button variant="primary" onClick={() => setDismissing(true)}>
          Dismiss Report
        </Button>
      )}
      {dismissing && (
        <ReasonDialog
          title="Dismiss Report"
          description={consequence(report)}
          hint="Both sides read it, in the discussion and by mail."
          act="Dismiss Report"
          address="/api/moderation/reports/{id}/dismiss"
          id={report.id}
          ticketId={report.ticket.id}
          done="The report was dismissed, and both sides were told why."
          onClose={() => setDismissing(false)}
        />
      )}
    </div>
  );
}

function consequence({ ticket }: Report): string {
  const found = 'You find nothing to object to in this message.';
  return ticket.open_reports > 1
    ? `${found} The request still waits, as other reports about it are open.`
    : `${found} A request that waits because of it goes on where it was.`;
}
