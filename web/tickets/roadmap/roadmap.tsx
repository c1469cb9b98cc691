import { useRef } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { DecisionPanel } from '../../decisions/decision-panel.tsx';
import { TicketFilesProvider } from '../../files/ticket-files-provider.tsx';
import { useNoticed } from '../../notifications/use-noticed.ts';
import { cx } from '../../ui/cx.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { BlockedCheckout } from './blocked-checkout.tsx';
import { FeedbackPanel } from './feedback-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { type Plan, PlanContext } from './plan-context.ts';
import { PlanDialogs } from './plan-dialogs.tsx';
import { PlanSection } from './plan-section.tsx';
import { PlanTimeline } from './plan-timeline.tsx';
import { primaryAction } from './primary-action.ts';
import { RequestDetails } from './request-details.tsx';
import { RoadmapButtons } from './roadmap-buttons.tsx';
import { useActing } from './use-acting.ts';
import { useCheckout } from './use-checkout.ts';
import { useMilestoneOrder } from './use-milestone-order.ts';
import type { DialogOpener } from './use-open-dialog.ts';
import type { MilestoneList } from './use-plan-data.ts';
import { useRefreshWhenDue } from './use-refresh-when-due.ts';

interface RoadmapProps {
  title: string;
  ticket: Ticket;
  milestones: MilestoneList;
}

/** The loaded screen: request and plan on the left, money and history on the right. */
export function Roadmap({ title, ticket, milestones }: RoadmapProps) {
  const dialogs = useRef<DialogOpener>(null);
  useNoticed(ticket.id);
  const isSide = ticket.relation === 'customer' || ticket.relation === 'developer';
  useRefreshWhenDue(ticket.id, milestones.items);
  const plan: Plan = {
    ...useMilestoneOrder(ticket.id, milestones.items),
    ticket,
    totalCents: milestones.total_cents,
    primary: primaryAction(ticket, milestones.items),
    show: (dialog) => dialogs.current?.show(dialog),
    checkout: useCheckout(),
    acting: useActing(),
  };
  return (
    <PlanContext value={plan}>
      <TicketFilesProvider ticketId={ticket.id}>
        <div className={cx(plan.primary && 'max-md:pb-24')}>
          <PageHead title={title}>
            <RoadmapButtons />
          </PageHead>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_18rem] xl:items-start xl:gap-8">
            <div className="space-y-8">
              <BlockedCheckout checkout={plan.checkout} />
              <RequestDetails />
              <DecisionPanel ticketId={ticket.id} enabled={isSide} />
              <PlanSection />
              <PlanTimeline />
            </div>
            <div className="grid grid-cols-1 gap-6 md:max-xl:grid-cols-2 md:max-xl:items-start">
              <MoneyPanel />
              <FeedbackPanel />
              {ticket.relation !== 'candidate' && <HistoryPanel />}
            </div>
          </div>
        </div>
        <PlanDialogs ref={dialogs} />
      </TicketFilesProvider>
    </PlanContext>
  );
}
