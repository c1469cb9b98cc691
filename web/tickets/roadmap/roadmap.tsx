import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { isSide } from '#domain/relation.ts';
import type { Ticket } from '#domain/ticket.ts';
import { invalidateTicket } from '../../api/invalidate.ts';
import { DecisionPanel } from '../../decisions/decision-panel.tsx';
import { TicketFilesProvider } from '../../files/ticket-files-provider.tsx';
import { useNoticed } from '../../notifications/use-noticed.ts';
import { dialogOnDemand, onDemand } from '../../shell/on-demand.tsx';
import { useWarmUp } from '../../shell/use-warm-up.ts';
import { cx } from '../../ui/cx.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { WaysOutPanel } from '../ways-out/ways-out.tsx';
import { HelpNote, OpenProposal } from '../ways-out/ways-out-notes.tsx';
import { allows } from './allows.ts';
import { BlockedCheckout } from './blocked-checkout.tsx';
import { HandoverPanel } from './handover-panel.tsx';
import { LastAsked } from './last-asked.tsx';
import { type Plan, PlanContext, usePlan } from './plan-context.ts';
import { PlanSection } from './plan-section.tsx';
import { PlanTimeline } from './plan-timeline.tsx';
import { primaryAction, standsAlone } from './primary-action.ts';
import { RequestDetails } from './request-details.tsx';
import { ReviewsPanel } from './reviews-panel.tsx';
import { RoadmapButtons } from './roadmap-buttons.tsx';
import { RoadmapTabs, usePlanTab } from './roadmap-tabs.tsx';
import { useActing } from './use-acting.ts';
import { useAskedDialog } from './use-asked-dialog.ts';
import { useCheckout } from './use-checkout.ts';
import { useMilestoneOrder } from './use-milestone-order.ts';
import { type DialogOpener, useOpenDialog } from './use-open-dialog.ts';
import type { MilestoneList } from './use-plan-data.ts';

// Below the plan on a phone, and beside it elsewhere: the plan comes first.
const MoneyPanel = onDemand(async () => (await import('./money-panel.tsx')).MoneyPanel);
const EvidencePanel = onDemand(async () => (await import('../evidence-panel.tsx')).EvidencePanel);
const PlanVersions = onDemand(
  async () => (await import('../changes/plan-versions.tsx')).PlanVersions,
);
const ProjectFacts = onDemand(
  async () => (await import('../../code/project-facts.tsx')).ProjectFacts,
);
// Only open requests whose customer compares have some, or whose customer invites: nobody else fetches them.
const QuotesPanel = onDemand(async () => (await import('../quotes/quotes-panel.tsx')).QuotesPanel);
const InvitePanel = onDemand(async () => (await import('../quotes/invite-panel.tsx')).InvitePanel);
const HistoryPanel = onDemand(async () => (await import('./history-panel.tsx')).HistoryPanel);

interface RoadmapProps {
  title: string;
  ticket: Ticket;
  milestones: MilestoneList;
}

/** The loaded screen: request and plan on the left, money and history on the right. */
export function Roadmap({ title, ticket, milestones }: RoadmapProps) {
  const dialogs = useRef<DialogOpener>(null);
  useNoticed(ticket.id);
  useRefreshWhenDue(ticket.id, milestones.items);
  useAskedDialog(dialogs, ticket, milestones.items);
  const plan: Plan = {
    ...useMilestoneOrder(ticket.id, milestones.items),
    ticket,
    totalCents: milestones.total_cents,
    askedFor: milestones.asked_for,
    versions: milestones.versions,
    primary: primaryAction(ticket, milestones.items),
    show: (dialog) => dialogs.current?.show(dialog),
    checkout: useCheckout(),
    acting: useActing(),
  };
  return (
    <PlanContext value={plan}>
      <TicketFilesProvider ticketId={ticket.id}>
        <div className={cx(plan.primary && standsAlone(plan.primary) && 'max-md:pb-24')}>
          <PageHead title={title}>
            <RoadmapButtons />
          </PageHead>
          <RoadmapTabs plan={<PlanTab />} />
        </div>
        <PlanDialogs ref={dialogs} />
      </TicketFilesProvider>
    </PlanContext>
  );
}

/** What was asked for, the plan and its money. */
function PlanTab() {
  const { ticket, milestones, versions, checkout } = usePlan();
  const isOfSide = isSide(ticket.relation);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_18rem] 3xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start xl:gap-8">
      <div className="space-y-8">
        <BlockedCheckout checkout={checkout} />
        <RequestDetails />
        {ticket.relation === 'candidate' && <ProjectFacts ticketId={ticket.id} />}
        {ticket.quotes && <QuotesPanel />}
        <HandoverPanel ticket={ticket} />
        <OpenProposal ticket={ticket} />
        <HelpNote ticket={ticket} />
        <DecisionPanel ticketId={ticket.id} enabled={isOfSide} />
        <LastAsked />
        {(!ticket.quotes || milestones.length > 0) && <PlanSection />}
        {versions > 1 && <PlanVersions />}
        <PlanTimeline />
      </div>
      <div className="grid grid-cols-1 gap-6 md:max-xl:grid-cols-2 md:max-xl:items-start">
        <MoneyPanel />
        {isOfSide && <ReviewsPanel />}
        {ticket.relation !== 'candidate' && <HistoryPanel />}
        {isOfSide && <EvidencePanel ticketId={ticket.id} />}
        {ticket.relation === 'customer' && allows(ticket, 'invite') && <InvitePanel />}
        <WaysOutPanel ticket={ticket} />
      </div>
    </div>
  );
}

// Forms weigh more than the plan that they are opened from.
const OpenedDialog = dialogOnDemand(async () => (await import('./opened-dialog.tsx')).OpenedDialog);

/** Where the dialogs of a roadmap open. */
function PlanDialogs({ ref }: { ref: RefObject<DialogOpener | null> }) {
  const { dialog, close } = useOpenDialog(ref);
  const [tab] = usePlanTab();
  const shownOn = useRef(tab);
  useEffect(() => {
    // A link in it has led to another tab.
    if (shownOn.current !== tab) close();
    shownOn.current = tab;
  }, [tab, close]);
  useWarmUp(OpenedDialog);
  return dialog && <OpenedDialog dialog={dialog} onClose={close} />;
}

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Asks the server again when the next due date passes: lateness comes without an event. */
function useRefreshWhenDue(
  ticketId: string,
  milestones: readonly Pick<Milestone, 'due_at'>[],
): void {
  const queryClient = useQueryClient();
  const next = milestones
    .map(({ due_at }) => (due_at === null ? 0 : new Date(due_at).getTime()))
    .filter((due) => due > Date.now())
    .toSorted((one, other) => one - other)[0];

  useEffect(() => {
    if (next === undefined) return;
    const refresh = () => void invalidateTicket(queryClient, ticketId);
    const timer = setTimeout(refresh, Math.min(LONGEST_MS, next - Date.now() + 1000));
    return () => clearTimeout(timer);
  }, [next, queryClient, ticketId]);
}
