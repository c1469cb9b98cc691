import { Reply } from 'lucide-react';
import { Link } from 'react-router';
import type { Quote } from '#domain/message.ts';
import { paths } from '#domain/paths.ts';

interface QuotedProps {
  quote: Quote;
  author: string;
  ticketId: string;
}

/** The beginning of the answered message, with a link to it. */
export function Quoted({ quote, author, ticketId }: QuotedProps) {
  return (
    <Link
      to={paths.message(ticketId, quote.id)}
      className="mb-2 block max-w-full min-w-0 rounded-sm border-l-2 border-edge bg-paper px-2.5 py-1.5 text-2xs text-ink-soft hover:text-ink"
    >
      <QuoteWords quote={quote} author={author} />
    </Link>
  );
}

/** The same without a link, above the composer. */
export function QuoteWords({ quote, author }: { quote: Pick<Quote, 'excerpt'>; author: string }) {
  return (
    <>
      <span className="flex items-center gap-1 font-medium">
        <Reply size={14} aria-hidden className="shrink-0" />
        <span className="sr-only">In reply to </span>
        <span className="truncate">{author}</span>
      </span>
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        {quote.excerpt}
      </span>
    </>
  );
}
