import { actsAt } from '#domain/acts.ts';
import { tallyWords } from '#domain/plan-difference.ts';
import type { Ticket } from '#domain/ticket.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { errorText } from '../../api/api-error.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { ActButton } from '../act-button.tsx';
import { counterpartName } from '../counterpart.ts';
import { formatDay } from '../roadmap/dates.ts';
import { useChanges } from '../roadmap/use-plan-data.ts';
import { Quote } from '../ways-out/cancel-proposal.tsx';
import { PlanDifferences } from './plan-differences.tsx';

/** The open change of the plan: its effect on price and date. */
export function OpenChange({ ticket }: { ticket: Ticket }) {
  const { change, relation } = ticket;
  const { items, error, refetch } = useChanges(ticket.id);
  if (!change) return null;
  const found = items?.find(({ id }) => id === change.id);
  const title =
    change.asked_by === relation
      ? 'You propose a change'
      : `${counterpartName(ticket)} proposes a change`;
  return (
    <section aria-label="Change of the plan" className="card space-y-3 border-turn p-5 text-sm">
      <h2 className="text-lg">{title}</h2>
      {error && <ErrorBox text={errorText(error)} onRetry={refetch} />}
      {!found && !error && <SkeletonText lines={4} />}
      {found && (
        <>
          {found.reason !== null && <Quote text={found.reason} />}
          <p className="font-medium">{capitalised(tallyWords(found.tally))}.</p>
          <p>
            {timeWords(found.tally.minutes)}
            {found.done_by && doneWords(found.done_by)}
          </p>
          <PlanDifferences changes={found.changes} />
        </>
      )}
      <p className="text-2xs text-ink-soft">
        Nothing changes before the other side agrees. Without an answer by{' '}
        <LocalMoment at={change.answer_by} /> it lapses.
      </p>
      <div className="flex flex-wrap gap-2">
        {actsAt('proposal').map((action) => (
          <ActButton key={action} action={action} record={ticket} />
        ))}
      </div>
    </section>
  );
}

function timeWords(minutes: number): string {
  if (minutes === 0) return 'As much work as before.';
  return `${describeWorkTime(Math.abs(minutes))} ${minutes > 0 ? 'more' : 'less'} work.`;
}

function doneWords({ before, after }: { before: unknown; after: unknown }): string {
  const dates = [before, after].map((at) => (at ? formatDay(new Date(String(at))) : null));
  const [old, now] = dates;
  if (!old || !now) return '';
  return old === now ? ` All done by ${now}, as before.` : ` All done by ${now} instead of ${old}.`;
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
