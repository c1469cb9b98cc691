import type { Delivery } from '#domain/milestone.ts';
import { Attachments } from '../../files/attachments.tsx';
import { ChangedFilesButton } from '../../files/changed-files-button.tsx';
import { MarkdownText } from '../../text/markdown-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

/** One round: what was handed in, and what the customer answered. */
export function DeliveryRound({ delivery }: { delivery: Delivery }) {
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
          <ChangedFilesButton delivered={delivery.file_attachments} />
        </div>
      </div>
      {delivery.feedback && (
        <div className="border-t border-line px-4 py-3">
          <p className="mb-1 text-2xs text-ink-soft">The customer's words</p>
          <MarkdownText text={delivery.feedback} />
        </div>
      )}
    </article>
  );
}

function Decision({ delivery }: { delivery: Delivery }) {
  switch (delivery.decision) {
    case 'accepted':
      return <Badge tone="go">Approved</Badge>;
    case 'rejected':
      return <Badge tone="harm">Changes requested</Badge>;
    case null:
      return <Badge>Waiting for review</Badge>;
  }
}
