import { useNavigate, useParams } from 'react-router';
import { ownDashboard } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import { ApiError, errorText } from '../../api/api-error.ts';
import { useProfile } from '../../api/session.tsx';
import { useLeadOn } from '../../shell/use-lead-on.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { isNoLongerMine, NoLongerYours } from '../no-longer-yours.tsx';
import { Roadmap } from './roadmap.tsx';
import { useMilestones, useTicket } from './use-plan-data.ts';

export function meta({ params }: { params: { ticketId: string } }) {
  return [{ title: `${roadmapTitle(params.ticketId)} · Unblock` }];
}

export default function RoadmapPage() {
  const { ticketId = '' } = useParams();
  const ticket = useTicket(ticketId);
  const milestones = useMilestones(ticketId);
  const title = roadmapTitle(ticketId);

  // Cached data does not count once the request is out of reach.
  if (isNoLongerMine(ticket.error)) return <NoLongerYours heading="h1" />;
  if (isMissing(ticket.error)) return <MissingRequest />;
  if (ticket.data && milestones.data) {
    return (
      <Roadmap key={ticketId} title={title} ticket={ticket.data} milestones={milestones.data} />
    );
  }
  const error = ticket.error ?? milestones.error;
  if (!error) return <RoadmapSkeleton title={title} />;
  return (
    <>
      <PageHead title={title} />
      <ErrorBox
        text={errorText(error)}
        onRetry={() => Promise.all([ticket.refetch(), milestones.refetch()])}
      />
    </>
  );
}

function roadmapTitle(ticketId: string): string {
  return `Request #${shortId(ticketId)} Roadmap`;
}

/** Missing, not theirs, or an invalid id: the product does not tell which. */
function isMissing(cause: Error | null): boolean {
  return cause instanceof ApiError && [400, 403, 404].includes(cause.status);
}

const REDIRECT_MS = 3000;

function MissingRequest() {
  const navigate = useNavigate();
  const dashboard = ownDashboard(useProfile().user_type);

  useLeadOn(dashboard, REDIRECT_MS);

  return (
    <div className="mx-auto flex min-h-[50dvh] max-w-md flex-col items-center justify-center gap-5 text-center">
      <h1 className="text-2xl">
        Request not found.{' '}
        <span className="mt-2 block font-sans text-base font-normal tracking-normal text-ink-soft">
          This request does not exist or you don't have permission to view it.
        </span>
      </h1>
      <Button variant="primary" onClick={() => navigate(dashboard, { replace: true })}>
        Return to Dashboard
      </Button>
    </div>
  );
}

/** The final layout while it loads. */
function RoadmapSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <div
        role="status"
        className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_18rem] xl:items-start xl:gap-8"
      >
        <span className="sr-only">Loading the roadmap</span>
        <div className="space-y-6">
          <div className="card space-y-4 p-5">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-2.5 w-full" />
            <SkeletonText lines={4} />
          </div>
          <Skeleton className="h-6 w-60" />
          <div className="card space-y-6 p-5">
            <SkeletonText lines={2} />
            <SkeletonText lines={2} />
            <SkeletonText lines={2} />
          </div>
        </div>
        <div className="space-y-6">
          <div className="card p-5">
            <SkeletonText lines={5} />
          </div>
          <div className="card p-5">
            <SkeletonText lines={6} />
          </div>
        </div>
      </div>
    </>
  );
}
