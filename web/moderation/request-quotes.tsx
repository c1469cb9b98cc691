import type { ModeratedRequest } from '#domain/moderation.ts';
import { quoteOutcomeWords } from '#domain/quote.ts';
import { LongText } from '../tickets/roadmap/long-text.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';

/** What authors of quotes and the customer said to each other before the choice. */
export function RequestQuotes({ request: { quotes, customer } }: { request: ModeratedRequest }) {
  return (
    <section aria-labelledby="quotes" className="card space-y-5 p-5 text-sm">
      <h2 id="quotes" className="text-lg">
        Quotes
      </h2>
      {quotes.map((quote) => (
        <section key={quote.id} aria-label={`Quote of ${quote.author_name}`} className="space-y-3">
          <h3 className="font-sans text-sm font-medium tracking-normal wrap-anywhere">
            {quote.author_name}
            <span className="font-normal text-ink-soft">
              {' '}
              · {quote.outcome ? quoteOutcomeWords[quote.outcome] : 'Running'}
            </span>
          </h3>
          <ol className="space-y-3 border-l-2 border-line pl-3">
            <Words by={quote.author_name} {...quote} text={quote.message} />
            {quote.messages.map((message) => (
              <Words
                key={message.id}
                by={message.side === 'customer' ? customer.full_name : quote.author_name}
                {...message}
              />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

interface WordsProps {
  by: string;
  text: string;
  is_hidden: boolean;
  created_at: string | Date;
}

function Words({ by, text, is_hidden, created_at }: WordsProps) {
  return (
    <li>
      <p className="text-2xs text-ink-soft">
        {by} · <RelativeTime at={created_at} />
        {is_hidden && ' · Hidden'}
      </p>
      <LongText text={text} />
    </li>
  );
}
