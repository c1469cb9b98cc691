import type { Ticket } from '#domain/ticket.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { MarkdownText } from '../text/markdown-text.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

/** What the customer asked for, at the head of the conversation. */
export function RequestDescription({ ticket }: { ticket: Ticket }) {
  const { title, body } = splitDescription(ticket.description);
  return (
    <article className="border-b border-line pb-5">
      <h2 dir="auto" className="text-lg leading-snug wrap-anywhere">
        {title}
      </h2>
      <div className="mt-1 mb-3">
        <RelativeTime at={ticket.created_at} className="text-2xs whitespace-nowrap text-ink-soft" />
      </div>
      {body && <MarkdownText text={body} />}
    </article>
  );
}
