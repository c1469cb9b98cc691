import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { Decision } from '#domain/decision.ts';
import { ownDashboard, paths, sideOf } from '#domain/paths.ts';
import { ApiError, errorText } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { useProfile } from '../api/session.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { DecisionCard } from './decision-card.tsx';

export function meta() {
  return [{ title: 'Moderator’s Decision · Unblock' }];
}

/** The target of the mail: also for somebody who lost the request by the decision. */
export default function DecisionPage() {
  const { decisionId = '' } = useParams();
  const decision = useQuery({
    queryKey: keys.decision(decisionId),
    queryFn: ({ signal }) => api.get('/api/decisions/{id}', { path: { id: decisionId }, signal }),
  });
  const { data, error } = decision;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title="Moderator’s Decision" subtitle={data?.ticket_title} />
      {data && <Decided decision={data} />}
      {!data && !error && (
        <div className="card p-5">
          <SkeletonText lines={5} />
        </div>
      )}
      {!data &&
        error &&
        (isMissing(error) ? <Missing /> : <Failed error={error} retry={decision.refetch} />)}
    </div>
  );
}

function Decided({ decision }: { decision: Decision }) {
  const side = sideOf(useProfile().user_type);
  return (
    <section aria-label="Decision" className="card space-y-5 p-5">
      <DecisionCard decision={decision} />
      <Link
        to={paths.plan(side, decision.ticket_id)}
        className="link inline-flex min-h-11 items-center text-sm"
      >
        Open the request
      </Link>
    </section>
  );
}

function Missing() {
  const dashboard = ownDashboard(useProfile().user_type);
  return (
    <EmptyState
      title="Decision not found"
      action={
        <Button asChild>
          <Link to={dashboard}>Return to Dashboard</Link>
        </Button>
      }
    >
      This decision does not exist, or it does not concern you.
    </EmptyState>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  return <ErrorBox text={errorText(error)} onRetry={() => void retry()} />;
}

function isMissing(cause: Error): boolean {
  return cause instanceof ApiError && [400, 404].includes(cause.status);
}
