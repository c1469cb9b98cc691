import { ArrowRight } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths, sideOf } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { PROGRESS_STEPS } from '#domain/ticket-status.ts';
import { useProfile } from '../api/session.tsx';
import { onDemand } from '../shell/on-demand.tsx';
import { turnTones } from '../tickets/turn-words.tsx';
import { hasWayOut, WAYS_OUT_TITLE, WaysOut } from '../tickets/ways-out/ways-out.tsx';
import { HeldChoice, OpenProposal } from '../tickets/ways-out/ways-out-notes.tsx';
import { Button } from '../ui/button.tsx';
import { Fact } from '../ui/fact.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useMedia } from '../ui/use-media.ts';

// Loaded on demand, as it is larger than the thread.
const PlanBrief = onDemand(async () => (await import('./plan-brief.tsx')).PlanBrief, {
  meanwhile: () => <SkeletonText lines={4} />,
});

/** The request beside its thread. */
export const RequestPanel = memo(function RequestPanel({ ticket }: { ticket: Ticket }) {
  const side = sideOf(useProfile().user_type);
  const tone = turnTones[ticket.turn.whose];
  // Narrow screens do not show it, so nothing is fetched.
  const isShown = useMedia('(min-width: 80rem)');
  return (
    <aside
      aria-label="Request"
      className="card relative min-h-0 space-y-5 overflow-y-auto rounded-l-none border-l-0 p-4 max-xl:hidden"
    >
      <h2 className="font-sans text-base leading-snug font-semibold tracking-normal">
        {ticket.title}
      </h2>
      <div className="space-y-3">
        {/* Ended requests have no line, and show their badge in its place. */}
        {PROGRESS_STEPS.includes(ticket.status) && (
          <StatusBadge status={ticket.status} tone={tone} />
        )}
        <ProgressLine status={ticket.status} tone={tone} compact />
      </div>
      <dl className="space-y-3 border-t border-line pt-4 text-sm [&_dd]:whitespace-pre-wrap">
        <Fact term="Budget">{ticket.budget}</Fact>
        <Fact term="Tech Stack">{ticket.stack || 'Not given'}</Fact>
      </dl>
      <OpenProposal ticket={ticket} />
      <HeldChoice ticket={ticket} />
      {isShown && <PlanBrief ticket={ticket} />}
      <Button asChild className="w-full">
        <Link to={paths.plan(side, ticket.id)}>
          View Roadmap
          <ArrowRight size={16} aria-hidden />
        </Link>
      </Button>
      <Button asChild variant="ghost" className="w-full">
        <Link to={paths.planTab(side, ticket.id, 'code')}>View Code</Link>
      </Button>
      {hasWayOut(ticket) && (
        <div className="space-y-3 border-t border-line pt-4">
          <h3 className="font-sans text-sm font-medium tracking-normal">{WAYS_OUT_TITLE}</h3>
          <WaysOut ticket={ticket} />
        </div>
      )}
    </aside>
  );
});
