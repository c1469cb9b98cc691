import { versionWords } from '#domain/plan-difference.ts';
import { outcomeWords, type PlanVersion } from '#domain/plan-version.ts';
import { errorText } from '../../api/api-error.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Money } from '../../ui/money.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { usePlan } from '../roadmap/plan-context.ts';
import { useVersions } from '../roadmap/use-plan-data.ts';
import { Quote } from '../ways-out/cancel-proposal.tsx';
import { NewestUnread } from './newest-unread.tsx';
import { PlanDifferences } from './plan-differences.tsx';

/** Resubmitted plans: what changed since the last one, and all earlier ones. */
export function PlanVersions() {
  const { ticket, versions: count } = usePlan();
  const versions = useVersions(ticket.id);
  const { items = [], error, refetch } = versions;
  const [newest, ...earlier] = items;
  const failure = error && <ErrorBox text={errorText(error)} onRetry={refetch} />;
  if (!newest) return failure;
  if (count === 1) return null;
  const isOlder = newest.number < count;
  return (
    <section aria-labelledby="versions" className="card space-y-3 p-5">
      <h2 id="versions" className="text-lg">
        What Changed
      </h2>
      {isOlder ? <NewestUnread list={versions} lines={2} /> : failure}
      {!isOlder && (
        <p className="text-sm font-medium">{versionWords(newest.number, newest.tally)}</p>
      )}
      <Version key={newest.number} version={newest} isOpen={newest.outcome === null} />
      {earlier.map((version) => (
        <Version key={version.number} version={version} isOpen={false} />
      ))}
      <ShowMore list={versions} />
    </section>
  );
}

/** One plan: author, date, answer and, unfolded, its changes. */
export function Version({ version, isOpen }: { version: PlanVersion; isOpen: boolean }) {
  const { number, submitted_at, by_name, total_cents, outcome, words, changes } = version;
  return (
    <details open={isOpen} className="border-t border-line pt-3 text-sm">
      <summary className="cursor-pointer max-md:py-3">
        Plan {number}: <Money cents={total_cents} />
        <span className="text-ink-soft">
          {' '}
          · {by_name ?? 'An earlier unblocker'}, <RelativeTime at={submitted_at} />
          {outcome && ` · ${outcomeWords[outcome]}`}
        </span>
      </summary>
      <div className="mt-3 space-y-3">
        {words && <Quote text={words} />}
        {changes.length > 0 ? <PlanDifferences changes={changes} /> : <Lines version={version} />}
      </div>
    </details>
  );
}

/** The first plan has nothing to compare with. */
function Lines({ version }: { version: PlanVersion }) {
  return (
    <ul className="space-y-1">
      {version.milestones.map(({ id, title, cost_cents }) => (
        <li key={id} className="flex justify-between gap-4">
          <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
          <Money cents={cost_cents} />
        </li>
      ))}
    </ul>
  );
}
