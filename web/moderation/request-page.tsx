import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SkeletonCards } from '../ui/skeleton.tsx';
import { CaseBar } from './case-bar.tsx';
import { useCaseSearch } from './case-search.ts';
import { NextCase } from './next-case.tsx';
import { RequestView } from './request-view.tsx';

export function meta({ params }: { params: { ticketId: string } }) {
  return [{ title: `Request #${shortId(params.ticketId)} · Moderation · Unblock` }];
}

/** All of one request for a moderator. Each view is logged, so only opening it counts as one. */
export default function RequestPage() {
  const { ticketId = '' } = useParams();
  const { suffix } = useCaseSearch();
  const { data, error, refetch } = useQuery({
    queryKey: keys.moderatedRequest(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/moderation/tickets/{id}', { path: { id: ticketId }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <PageHead
        title={`Request #${shortId(ticketId)}`}
        // Its line is there before it: nothing moves away under the pointer once the request comes.
        subtitle={data?.title.replace(/^#\S+ /, '') ?? '\u00a0'}
      >
        {data && (
          <div className="flex flex-wrap items-center gap-2 max-md:order-last">
            <NextCase key={ticketId} ticketId={ticketId} places={data.places} />
          </div>
        )}
        <Button asChild variant="ghost" className="max-sm:-ml-4">
          <Link to={`${paths.requestQueue('help')}&${suffix}`}>
            <ChevronLeft size={16} aria-hidden />
            Back to Requests
          </Link>
        </Button>
        <Button asChild>
          <Link to={paths.auditOf(ticketId)}>Audit Log</Link>
        </Button>
      </PageHead>
      {data && <CaseBar request={data} onRefresh={() => void refetch()} />}
      {data && <RequestView key={ticketId} request={data} />}
      {!data && !error && <SkeletonCards label="Loading the request" />}
      {!data && error && <Problem error={error} retry={refetch} />}
    </>
  );
}

function Problem({ error, retry }: { error: Error; retry: () => unknown }) {
  if (error instanceof ApiError && error.status === 403) {
    return (
      <EmptyState title="This is your own request">
        Another moderator has to look into it.
      </EmptyState>
    );
  }
  if (error instanceof ApiError && [400, 404].includes(error.status)) {
    return <EmptyState title="Request not found">It may have been deleted.</EmptyState>;
  }
  return <ErrorBox text={errorText(error)} onRetry={() => void retry()} />;
}
