import { helpLabel } from '#domain/case-queue.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { splitWords } from '#domain/record-money.ts';
import { ticketStatuses } from '#domain/ticket-status.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { onDemand } from '../shell/on-demand.tsx';
import { MarkdownText } from '../text/markdown-text.tsx';
import { RequestFacts } from '../tickets/request-facts.tsx';
import { historyLines } from '../tickets/roadmap/history-lines.ts';
import { LongText } from '../tickets/roadmap/long-text.tsx';
import { Fact } from '../ui/fact.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { RequestActs } from './request-acts.tsx';
import { RequestPlan } from './request-plan.tsx';
import { RequestThread } from './request-thread.tsx';

const EvidencePanel = onDemand(
  async () => (await import('../tickets/evidence-panel.tsx')).EvidencePanel,
);
const AppealCard = onDemand(async () => (await import('./appeal-card.tsx')).AppealCard);
const PlanRecord = onDemand(async () => (await import('./plan-record.tsx')).PlanRecord);
const RequestCode = onDemand(async () => (await import('./request-code.tsx')).RequestCode);
const RequestMoneyPanel = onDemand(
  async () => (await import('./request-money.tsx')).RequestMoneyPanel,
);
const RequestQuotes = onDemand(async () => (await import('./request-quotes.tsx')).RequestQuotes);
const PersonRecordPanel = onDemand(
  async () => (await import('./person-record.tsx')).PersonRecordPanel,
);

/** Decisions on the left; people, money and history on the right. */
export function RequestView({ request }: { request: ModeratedRequest }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
      <div className="space-y-6">
        <State request={request} />
        <RequestDecisions request={request} />
        <Handovers request={request} />
        <RequestThread request={request} />
        {request.quotes.length > 0 && <RequestQuotes request={request} />}
        <RequestCode request={request} />
        <RequestPlan request={request} />
        {request.thread.allowed && <PlanRecord ticketId={request.id} />}
        <RequestActs request={request} />
      </div>
      <div className="grid gap-6 md:max-xl:grid-cols-2 md:max-xl:items-start">
        <RequestPeople request={request} />
        <RequestMoneyPanel request={request} />
        {request.thread.allowed && <EvidencePanel ticketId={request.id} />}
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
          <RelativeTime at={request.status_since} />
          {request.help && `, ${helpLabel(request.help.kind)}`}
          {request.help?.by && ` by ${request.help.by.full_name}`}
          {status_before_help && `, was ${ticketStatuses[status_before_help].label}`}
        </span>
      </div>
      <Why request={request} />
      <p className="font-medium">{request.turn.sentence}</p>
      <div className="space-y-2">
        <h2 dir="auto" className="text-xl leading-snug wrap-anywhere">
          {title}
        </h2>
        {body && <LongText text={body} />}
      </div>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
        <Fact term="AI Tool">{request.ai_tool}</Fact>
        <RequestFacts {...request} />
      </dl>
    </section>
  );
}

/** Why a side brought it here, or what it proposes. */
function Why({ request }: { request: ModeratedRequest }) {
  const { help, cancellation } = request;
  const why = cancellation
    ? {
        title: `${request[cancellation.asked_by]?.full_name}: Proposal to cancel`,
        words: cancellation.reason,
        split: splitWords(cancellation.splits),
      }
    : help && { title: help.reason, words: help.words, split: null };
  if (!why?.words && !why?.split && !help?.reported) return null;
  return (
    <div className="space-y-2 border-l-2 border-turn pl-3 text-sm">
      {why?.title && <p className="font-medium wrap-anywhere">{why.title}</p>}
      {why?.words && help?.kind === 'report' && <MarkdownText text={why.words} />}
      {why?.words && help?.kind !== 'report' && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {why.words}
        </p>
      )}
      {why?.split && <p className="text-ink-soft">{why.split}</p>}
      {help?.reported && (
        <>
          <p className="font-medium">Reported message</p>
          <MarkdownText text={help.reported} />
        </>
      )}
    </div>
  );
}

/** Earlier decisions and appeals, if any. */
function RequestDecisions({ request }: { request: ModeratedRequest }) {
  const { decisions, appeals } = request;
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="decisions" className="card space-y-4 p-5">
      <h2 id="decisions" className="text-lg">
        Decisions
      </h2>
      {appeals.length > 0 && (
        <ul className="space-y-4">
          {appeals.map((appeal) => (
            <li key={appeal.id} className="rounded border border-line p-4">
              <AppealCard appeal={appeal} />
            </li>
          ))}
        </ul>
      )}
      <ol className="space-y-3 text-sm">
        {decisions.map((decision) => (
          <li key={decision.id} className="border-l-2 border-line pl-3">
            <p className="font-medium wrap-anywhere">{decision.outcome}.</p>
            <p className="wrap-anywhere whitespace-pre-wrap">{decision.reason}</p>
            <p className="text-2xs text-ink-soft">
              {decision.decided_by}, <RelativeTime at={decision.created_at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Notes of former unblockers. */
function Handovers({ request: { handovers } }: { request: ModeratedRequest }) {
  if (handovers.length === 0) return null;
  return (
    <section aria-labelledby="handovers" className="card space-y-3 p-5 text-sm">
      <h2 id="handovers" className="text-lg">
        Handover Notes
      </h2>
      <ol className="space-y-3">
        {handovers.map(({ full_name, note, at }) => (
          <li key={String(at)} className="border-l-2 border-line pl-3">
            <MarkdownText text={note} />
            <p className="text-2xs text-ink-soft">
              {full_name}, <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The history, newest first. */
function RequestHistory({ request }: { request: ModeratedRequest }) {
  const titles = new Map(request.plan.map(({ id, title }) => [id, title]));
  return (
    <section aria-labelledby="history" className="card p-5">
      <h2 id="history" className="mb-3 text-lg">
        History
      </h2>
      <ol className="space-y-2.5 border-l border-line pl-3 text-sm">
        {historyLines(request.history, titles).map((line) => (
          <li key={line.id} className="wrap-anywhere">
            {line.words}
            {line.times > 1 && <span className="text-ink-soft"> · {line.times} times</span>}
            <span className="block text-2xs text-ink-soft">
              <RelativeTime at={line.created_at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function RequestPeople({ request }: { request: ModeratedRequest }) {
  return (
    <section aria-labelledby="people" className="card space-y-3 p-5 text-sm">
      <h2 id="people" className="text-lg">
        People
      </h2>
      <PersonRecordPanel
        term="Customer"
        side={request.customer}
        record={request.records.customer}
      />
      {request.developer ? (
        <PersonRecordPanel
          term="Unblocker"
          side={request.developer}
          record={request.records.developer}
        />
      ) : (
        <p className="text-ink-soft">No unblocker</p>
      )}
    </section>
  );
}
