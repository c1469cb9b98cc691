import type { Delivery } from '#domain/milestone.ts';
import { isFinal } from '#domain/ticket-status.ts';
import { RoundCode } from '../../code/round-code.tsx';
import { Attachments } from '../../files/attachments.tsx';
import { ChangedFilesButton } from '../../files/changed-files-button.tsx';
import { DownloadAllButton } from '../../files/download-button.tsx';
import { useFiles } from '../../files/files-context.ts';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { usePlan } from './plan-context.ts';
import { RoundChecks } from './round-checks.tsx';

interface DeliveryRoundProps {
  delivery: Delivery;
  /** Its evidence is shown elsewhere, to be answered. */
  isReviewed?: boolean;
}

/** One round: the delivery and the customer's answer. */
export function DeliveryRound({ delivery, isReviewed = false }: DeliveryRoundProps) {
  const { ticket, milestones } = usePlan();
  const checks = milestones.flatMap((milestone) => milestone.checks);
  return (
    <article className="rounded border border-line">
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-paper px-4 py-2 text-2xs text-ink-soft">
        <span>
          <b className="font-semibold text-ink">Delivery {delivery.round}</b> · submitted{' '}
          <RelativeTime at={delivery.submitted_at} />
        </span>
        <span className="inline-flex flex-wrap items-center gap-2">
          <Decision delivery={delivery} />
          {delivery.decided_at && <RelativeTime at={delivery.decided_at} />}
        </span>
      </header>
      <div className="px-4 py-3">
        <MarkdownText text={delivery.message} />
        <div className="mt-3 flex flex-wrap items-start justify-between gap-3 empty:hidden">
          <Attachments
            files={delivery.file_attachments}
            label={`Files of delivery ${delivery.round}`}
          />
          <span className="flex flex-wrap gap-2 empty:hidden">
            <ChangedFilesButton delivered={delivery.file_attachments} />
            <DownloadAll delivery={delivery} />
          </span>
        </div>
      </div>
      <RoundCode ticketId={ticket.id} deliveryId={delivery.id} isReviewed={isReviewed} />
      {!isReviewed && (
        <RoundChecks delivery={delivery} checks={checks} className="border-t border-line px-4" />
      )}
      {delivery.feedback && (
        <div className="border-t border-line px-4 py-3">
          <p className="mb-1 text-2xs text-ink-soft">
            {ticket.relation === 'customer' ? 'Your words' : "The customer's words"}
          </p>
          <MarkdownText text={delivery.feedback} />
        </div>
      )}
    </article>
  );
}

/** Shown if at least one file of the round can be opened. */
function DownloadAll({ delivery: { id, file_attachments } }: { delivery: Delivery }) {
  const { records } = useFiles();
  const isOpen = records?.some(
    ({ key, actions }) => key in file_attachments && actions.open?.allowed,
  );
  return isOpen ? <DownloadAllButton deliveryId={id} /> : null;
}

function Decision({ delivery }: { delivery: Delivery }) {
  const { ticket } = usePlan();
  const isMine = ticket.relation === 'customer' && ticket.turn.whose === 'mine';
  switch (delivery.decision) {
    case 'accepted':
      return <Badge tone="go">Approved</Badge>;
    case 'rejected':
      return <Badge tone="harm">Changes requested</Badge>;
    case 'withdrawn':
      return <Badge tone="wait">Left behind</Badge>;
    case null:
      if (isFinal(ticket.status)) return <Badge tone="wait">Not reviewed</Badge>;
      return <Badge tone={isMine ? 'turn' : 'wait'}>Waiting for review</Badge>;
  }
}
