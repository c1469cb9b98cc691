import { EmptyState } from '../ui/empty-state.tsx';
import { MilestoneCards } from './milestone-cards.tsx';
import { MilestoneTable } from './milestone-table.tsx';
import { PlanButtons } from './plan-buttons.tsx';
import { usePlan } from './plan-context.ts';
import { emptyPlanText, planCaption } from './plan-words.ts';
import { useWide } from './use-wide.ts';

export function PlanSection() {
  const { ticket, milestones } = usePlan();
  const wide = useWide();
  return (
    <section aria-labelledby="plan">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="plan" className="text-xl">
          {planCaption(ticket)}
        </h2>
        <div className="flex flex-wrap gap-2">
          <PlanButtons />
        </div>
      </div>
      {milestones.length === 0 && <EmptyState>{emptyPlanText(ticket)}</EmptyState>}
      {milestones.length > 0 && (wide ? <MilestoneTable /> : <MilestoneCards />)}
    </section>
  );
}
