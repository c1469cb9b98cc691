import { splitDescription, type Ticket } from '#domain/ticket.ts';
import { MarkdownText } from '../markdown/markdown-text.tsx';
import { MessageTime } from './message-time.tsx';

/** What the customer asked for, at the head of the conversation. */
export function RequestDescription({ ticket }: { ticket: Ticket }) {
  const { title, body } = splitDescription(ticket.description);
  return (
    <article className="border-b border-line pb-5">
      <h2 className="text-lg leading-snug wrap-anywhere">{title}</h2>
      <div className="mt-1 mb-3">
        <MessageTime at={ticket.created_at} />
      </div>
      {body && <MarkdownText text={body} />}
    </article>
  );
}
