import { Link } from 'react-router';
import { MAX_OWN_QUOTES } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import { type Quote, quoteOutcomeWords } from '#domain/quote.ts';
import { shortId } from '#domain/ticket-words.ts';
import { Money } from '../../ui/money.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { HiddenWords } from './hidden-words.tsx';

/** An unblocker's quotes on their dashboard. */
export function OwnQuotes({ quotes }: { quotes: readonly Quote[] }) {
  const running = quotes.filter(({ outcome }) => outcome === null).length;
  return (
    <section aria-labelledby="own-quotes" className="mt-8">
      <h2 id="own-quotes" className="text-xl">
        Your Quotes
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        {running} of at most {MAX_OWN_QUOTES} running
      </p>
      <ul className="card divide-y divide-line overflow-hidden">
        {quotes.map((quote) => (
          <OwnQuoteRow key={quote.id} quote={quote} />
        ))}
      </ul>
    </section>
  );
}

function OwnQuoteRow({ quote }: { quote: Quote }) {
  const { ticket_id, ticket_title, outcome, total_cents, created_at } = quote;
  const isOpen = outcome === null || outcome === 'chosen';
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 px-3 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-60">
        {isOpen ? (
          <Link
            to={paths.plan('developer', ticket_id)}
            className="font-medium after:absolute after:inset-0"
          >
            <Name id={ticket_id} title={ticket_title} />
          </Link>
        ) : (
          <Name id={ticket_id} title={ticket_title} />
        )}
      </span>
      <Money cents={total_cents} className="font-medium" />
      <span className="text-ink-soft">{outcome ? quoteOutcomeWords[outcome] : 'Running'}</span>
      <RelativeTime at={created_at} className="text-2xs text-ink-soft" />
      {outcome !== null && <HiddenWords quote={quote} />}
    </li>
  );
}

function Name({ id, title }: { id: string; title: string }) {
  return (
    <>
      <bdi className="wrap-anywhere">{title}</bdi>{' '}
      <span className="font-mono text-2xs font-normal text-ink-soft">#{shortId(id)}</span>
    </>
  );
}
