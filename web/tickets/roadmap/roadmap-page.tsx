import { useParams } from 'react-router';
import { shortId } from '#domain/ticket-words.ts';
import { ApiError, errorText } from '../../api/api-error.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { MissingRequest } from './missing-request.tsx';
import { Roadmap } from './roadmap.tsx';
import { RoadmapSkeleton } from './roadmap-skeleton.tsx';
import { useMilestones, useTicket } from './use-plan-data.ts';

export function meta({ params }: { params: { ticketId: string } }) {
  return [{ title: `${roadmapTitle(params.ticketId)} · Unblock` }];
}

export default function RoadmapPage() {
  const { ticketId = '' } = useParams();
  const ticket = useTicket(ticketId);
  const milestones = useMilestones(ticketId);
  const title = roadmapTitle(ticketId);

  // What was loaded before counts no more once the request is out of reach.
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

/** Not there, not yours, or an address that cannot be one: the product does not tell which. */
function isMissing(cause: Error | null): boolean {
  return cause instanceof ApiError && [400, 403, 404].includes(cause.status);
}
