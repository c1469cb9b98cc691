import { useSyncExternalStore } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { allows } from './allows.ts';
import { MilestoneCards } from './milestone-cards.tsx';
import { MilestoneTable } from './milestone-table.tsx';
import { OrderContext } from './order-context.ts';
import { PlanButtons } from './plan-buttons.tsx';
import { usePlan } from './plan-context.ts';
import { emptyPlanText, planCaption } from './plan-words.ts';
import { useDrag } from './use-drag.ts';

export function PlanSection() {
  const { ticket, milestones, said } = usePlan();
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
      {milestones.length === 0 ? <EmptyState>{emptyPlanText(ticket)}</EmptyState> : <Milestones />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}

/** In an order that the developer can change while planning. */
function Milestones() {
  const { ticket, milestones, move } = usePlan();
  const { drag, handle } = useDrag(move);
  const wide = useWide();
  const count = milestones.length;
  const order = count > 1 && allows(ticket, 'order-milestones');
  return (
    <OrderContext value={order ? { count, move, handle, drag } : null}>
      {wide ? <MilestoneTable /> : <MilestoneCards />}
    </OrderContext>
  );
}

/** Tailwind's `md`: from here on a table has room. */
const query = '(min-width: 48rem)';

/** Whether there is room for a table; only one of table and cards is drawn, so nothing is there twice. */
function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
