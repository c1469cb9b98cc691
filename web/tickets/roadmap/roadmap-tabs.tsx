import { type ReactNode, use } from 'react';
import { useSearchParams } from 'react-router';
import { PLAN_TABS, type PlanTab } from '#domain/paths.ts';
import { isSide } from '#domain/relation.ts';
import { onDemand } from '../../shell/on-demand.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TabDiscussionSlot } from './discussion-slot.ts';
import { usePlan } from './plan-context.ts';

const FillInRequest = onDemand(async () => (await import('./fill-in-request.tsx')).FillInRequest);

const meanwhile = { meanwhile: () => <SkeletonText lines={6} /> };
// Reading code weighs more than all the rest of the roadmap.
const CodeTab = onDemand(async () => (await import('../../code/code-tab.tsx')).CodeTab, meanwhile);
const EvidencePanel = onDemand(
  async () => (await import('../evidence-panel.tsx')).EvidencePanel,
  meanwhile,
);
const HistoryPanel = onDemand(async () => (await import('./history-panel.tsx')).HistoryPanel);

const labels: Record<PlanTab, string> = {
  plan: 'Plan',
  code: 'Code',
  discussion: 'Discussion',
  evidence: 'Evidence',
};

/** The tab that the address names, and the way to another one. */
export function usePlanTab(): [PlanTab, (tab: PlanTab) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const tab = PLAN_TABS.find((one) => one === asked) ?? 'plan';
  return [
    tab,
    (next) => setSearch(next === 'plan' ? {} : { tab: next }, { preventScrollReset: true }),
  ];
}

/** The plan, the code, the thread and the evidence of a request. */
export function RoadmapTabs({ plan }: { plan: ReactNode }) {
  const [tab, setTab] = usePlanTab();
  const { ticket, milestones } = usePlan();
  const content: Record<PlanTab, ReactNode> = {
    plan,
    code: (
      <>
        <FillInRequest />
        <CodeTab ticket={ticket} milestones={milestones} onDiscuss={() => setTab('discussion')} />
      </>
    ),
    discussion: <DiscussionTab />,
    evidence: <EvidenceTab />,
  };
  return (
    <Tabs
      label="Roadmap"
      value={tab}
      onChange={(next) => setTab(next as PlanTab)}
      tabs={PLAN_TABS.map((id) => ({ id, label: labels[id], content: content[id] }))}
    />
  );
}

function DiscussionTab() {
  const { ticket } = usePlan();
  const Discussion = use(TabDiscussionSlot);
  if (!isSide(ticket.relation) || !Discussion) {
    return (
      <EmptyState title="Not yours to read yet">
        The discussion opens for whoever has reserved or grabbed this request.
      </EmptyState>
    );
  }
  return <Discussion ticketId={ticket.id} />;
}

function EvidenceTab() {
  const { ticket } = usePlan();
  if (!isSide(ticket.relation)) {
    return (
      <EmptyState title="Not yours to read yet">
        The evidence opens for the customer and for whoever has taken this request.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <EvidencePanel ticketId={ticket.id} />
      <HistoryPanel />
    </div>
  );
}
