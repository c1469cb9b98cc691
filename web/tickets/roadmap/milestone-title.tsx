import type { Milestone } from '#domain/milestone.ts';
import { usePlan } from './plan-context.ts';

/** The title opens what was promised; of the description only the beginning is shown. */
export function MilestoneTitle({ milestone }: { milestone: Milestone }) {
  const { show } = usePlan();
  return (
    <>
      <button
        type="button"
        id={titleId(milestone)}
        dir="auto"
        onClick={() => show({ kind: 'details', milestoneId: milestone.id })}
        className="block min-h-11 max-w-full text-start font-medium wrap-anywhere decoration-1 underline-offset-3 hover:underline md:min-h-0"
      >
        {milestone.title}
      </button>
      <p dir="auto" className="mt-0.5 line-clamp-3 text-ink-soft wrap-anywhere md:text-2xs">
        {milestone.description}
      </p>
    </>
  );
}

/** What the buttons of a milestone point to, so that it is heard which milestone they are for. */
export function titleId(milestone: Milestone): string {
  return `milestone-${milestone.id}`;
}
