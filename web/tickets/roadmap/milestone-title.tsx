import { checksInWords } from '#domain/check.ts';
import type { Milestone } from '#domain/milestone.ts';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { usePlan } from './plan-context.ts';

/** Fills three lines at any width. */
const BEGINNING = 600;

/** The title opens the details; only the beginning of the description is shown. */
export function MilestoneTitle({ milestone }: { milestone: Milestone }) {
  const { show } = usePlan();
  const checks = checksInWords(milestone.title, milestone.checks);
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
      <div className="mt-0.5 line-clamp-3 text-ink-soft md:*:text-2xs">
        <MarkdownText text={milestone.description.slice(0, BEGINNING)} />
      </div>
      {checks && (
        <p dir="auto" className="mt-1 line-clamp-2 text-2xs wrap-anywhere text-ink-soft">
          {checks}
        </p>
      )}
    </>
  );
}

/** Referenced by a milestone's buttons, so that screen readers say which milestone they are for. */
export function titleId(milestone: Milestone): string {
  return `milestone-${milestone.id}`;
}
