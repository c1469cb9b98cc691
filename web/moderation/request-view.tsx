import type { ReactNode } from 'react';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { ticketStatuses } from '#domain/ticket-status.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { LongText } from '../tickets/roadmap/long-text.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { RequestActs } from './request-acts.tsx';
import { RequestDecisions } from './request-decisions.tsx';
import { RequestHistory } from './request-history.tsx';
import { RequestMoneyPanel } from './request-money.tsx';
import { RequestPeople } from './request-people.tsx';
import { RequestPlan } from './request-plan.tsx';
import { RequestThread } from './request-thread.tsx';

/** What there is to decide on the left; people, money and history on the right. */
export function RequestView({ request }: { request: ModeratedRequest }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
      <div className="space-y-6">
        <State request={request} />
        <RequestDecisions request={request} />
        <RequestThread request={request} />
        <RequestPlan request={request} />
      </div>
      <div className="grid gap-6 md:max-xl:grid-cols-2 md:max-xl:items-start">
        <RequestPeople request={request} />
        <RequestMoneyPanel request={request} />
        <RequestHistory request={request} />
      </div>
    </div>
  );
}

function State({ request }: { request: ModeratedRequest }) {
  const { title, body } = splitDescription(request.description);
  const { status_before_help } = request;
  return (
    <section aria-label="Request" className="card space-y-4 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <StatusBadge status={request.status} />
        <span className="text-ink-soft">
          since <RelativeTime at={request.status_since} />
          {status_before_help && `, was ${ticketStatuses[status_before_help].label}`}
        </span>
      </div>
      <div className="space-y-2">
        <h2 dir="auto" className="text-xl leading-snug wrap-anywhere">
          {title}
        </h2>
        {body && <LongText text={body} />}
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
        <Fact term="AI Tool">{request.ai_tool}</Fact>
        <Fact term="Tech Stack">{request.stack || 'Not given'}</Fact>
        <Fact term="Budget">{request.budget}</Fact>
      </dl>
      <RequestActs request={request} />
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-ink-soft">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
