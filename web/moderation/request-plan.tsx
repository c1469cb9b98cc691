import { useState } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedRequest } from '#domain/moderation.ts';
import { paymentWords } from '#domain/record-money.ts';
import { dialogOnDemand, onDemand } from '../shell/on-demand.tsx';
import { useWarmUp } from '../shell/use-warm-up.ts';
import { CheckList } from '../tickets/roadmap/check-list.tsx';
import { LongText } from '../tickets/roadmap/long-text.tsx';
import { RoundChecks } from '../tickets/roadmap/round-checks.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { MilestoneBadge } from '../ui/milestone-badge.tsx';
import { Money } from '../ui/money.tsx';
import { PermittedButton } from '../ui/permitted-button.tsx';

const RefundDialog = dialogOnDemand(async () => (await import('./refund-dialog.tsx')).RefundDialog);
const TicketFiles = onDemand(
  async () => (await import('../files/ticket-files-provider.tsx')).TicketFilesProvider,
  { meanwhile: ({ children }) => children },
);
const SplitDialog = dialogOnDemand(async () => (await import('./split-dialog.tsx')).SplitDialog);

/** Promises, deliveries and money of each milestone. */
export function RequestPlan({ request: { id, plan, thread } }: { request: ModeratedRequest }) {
  const [looking, setLooking] = useState(false);
  const listed = (
    <ol className="divide-y divide-line">
      {plan.map((milestone) => (
        <PlannedMilestone key={milestone.id} milestone={milestone} />
      ))}
    </ol>
  );
  const isLooking = looking && thread.allowed;
  return (
    <section aria-labelledby="plan" className="card p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="plan" className="text-lg">
          Plan
        </h2>
        {thread.allowed && !isLooking && plan.some(hasPictures) && (
          <Button size="sm" onClick={() => setLooking(true)}>
            Look at the Files
          </Button>
        )}
      </div>
      {plan.length === 0 && <p className="text-sm text-ink-soft">No plan was made yet.</p>}
      {isLooking ? <TicketFiles ticketId={id}>{listed}</TicketFiles> : listed}
    </section>
  );
}

/** Whether a delivery came with files for its checks. */
function hasPictures({ deliveries }: Milestone): boolean {
  const evidence = deliveries.flatMap(({ checks }) => checks.map((check) => check.evidence));
  return evidence.some((each) => each && Object.keys(each.file_attachments).length > 0);
}

function PlannedMilestone({ milestone }: { milestone: Milestone }) {
  const { billing_status, deliveries } = milestone;
  const words = paymentWords(milestone);
  return (
    <li className="space-y-2 py-4 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3
          dir="auto"
          className="min-w-0 flex-1 basis-48 font-sans text-sm font-medium tracking-normal wrap-anywhere"
        >
          {milestone.title}
        </h3>
        <MilestoneBadge status={milestone.status} />
        {billing_status && (
          <Badge tone={tones[billing_status]}>
            {words ?? unpaidWords[billing_status] ?? 'Not paid'}
          </Badge>
        )}
        <Money cents={milestone.cost_cents} className="font-medium" />
      </div>
      <LongText text={milestone.description} />
      <CheckList checks={milestone.checks} />
      {deliveries.map((delivery) => (
        <div key={delivery.id} className="space-y-1 border-l-2 border-line pl-3">
          <p className="text-2xs text-ink-soft">
            Delivery {delivery.round}
            {delivery.decision && `, ${delivery.decision}`}
          </p>
          <LongText text={delivery.message} />
          <RoundChecks delivery={delivery} checks={milestone.checks} />
          {delivery.feedback && (
            <p className="wrap-anywhere whitespace-pre-wrap text-ink-soft">{delivery.feedback}</p>
          )}
        </div>
      ))}
      <MoneyActs milestone={milestone} />
    </li>
  );
}

function MoneyActs({ milestone }: { milestone: Milestone }) {
  const [act, setAct] = useState<'split' | 'refund' | null>(null);
  useWarmUp(SplitDialog, RefundDialog);
  const { split, refund } = milestone.actions;
  const isReleased = milestone.billing_status === 'released' && milestone.released_cents > 0;
  const close = () => setAct(null);
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {split?.allowed && (
        <Button size="sm" onClick={() => setAct('split')}>
          Split
        </Button>
      )}
      {isReleased && (
        <PermittedButton size="sm" permission={refund} onClick={() => setAct('refund')}>
          Refund
        </PermittedButton>
      )}
      {act === 'split' && <SplitDialog milestone={milestone} onClose={close} />}
      {act === 'refund' && <RefundDialog milestone={milestone} onClose={close} />}
    </div>
  );
}

const tones: Record<NonNullable<Milestone['billing_status']>, Tone> = {
  unpaid: 'wait',
  held: 'turn',
  released: 'go',
  refunded: 'harm',
  void: 'wait',
  free: 'go',
};

/** Where there is no money. */
const unpaidWords: Partial<Record<string, string>> = {
  void: 'Called off',
  free: 'Free repair',
};
