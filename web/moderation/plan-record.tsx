import type { ChangeOutcome, PlanChange } from '#domain/plan-change.ts';
import { tallyWords } from '#domain/plan-difference.ts';
import { errorText } from '../api/api-error.ts';
import type { Pages } from '../api/use-pages.ts';
import { PlanDifferences } from '../tickets/changes/plan-differences.tsx';
import { Version } from '../tickets/changes/plan-versions.tsx';
import { useChanges, useVersions } from '../tickets/roadmap/use-plan-data.ts';
import { Quote } from '../tickets/ways-out/cancel-proposal.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ShowMore } from '../ui/show-more.tsx';

/** All submitted plans and proposed changes; nothing without any. */
export function PlanRecord({ ticketId }: { ticketId: string }) {
  const [versions, changes] = [useVersions(ticketId), useChanges(ticketId)];
  return (
    <>
      <Records title="Submitted Plans" list={versions}>
        {(version) => <Version key={version.number} version={version} isOpen={false} />}
      </Records>
      <Records title="Changes of the Plan" list={changes}>
        {(change) => <Proposed key={change.id} change={change} />}
      </Records>
    </>
  );
}

interface RecordsProps<Item> {
  title: string;
  list: Pages<Item>;
  children: (item: Item) => React.ReactNode;
}

function Records<Item>({ title, list, children }: RecordsProps<Item>) {
  const { items = [], error, refetch } = list;
  if (items.length === 0 && !error) return null;
  return (
    <section aria-label={title} className="card space-y-3 p-5">
      <h2 className="text-lg">{title}</h2>
      {error && <ErrorBox text={errorText(error)} onRetry={refetch} />}
      {items.map(children)}
      <ShowMore list={list} />
    </section>
  );
}

function Proposed({ change }: { change: PlanChange }) {
  const { outcome, asked_by, asked_at, reason, tally, changes } = change;
  return (
    <details className="border-t border-line pt-3 text-sm">
      <summary className="cursor-pointer">
        {outcome === null ? 'Waits for an answer' : outcomes[outcome]}: {tallyWords(tally)}
        <span className="text-ink-soft">
          {' '}
          · By the {asked_by === 'customer' ? 'customer' : 'unblocker'},{' '}
          <RelativeTime at={asked_at} />
        </span>
      </summary>
      <div className="mt-3 space-y-3">
        {reason !== null && <Quote text={reason} />}
        <PlanDifferences changes={changes} />
      </div>
    </details>
  );
}

const outcomes: Record<ChangeOutcome, string> = {
  agreed: 'Agreed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
};
