import { memo } from 'react';
import { Link } from 'react-router';
import { acts } from '#domain/acts.ts';
import { categoryWords } from '#domain/category.ts';
import { handedWords } from '#domain/handover.ts';
import { MAX_QUOTES } from '#domain/limits.ts';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { ShowFilesButton } from '../files/show-files-button.tsx';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ActButton } from './act-button.tsx';
import { ProjectLine } from './project-line.tsx';

/** Marks the link of a row, for the keys that move between them. */
export const ROW_LINK = 'data-open-request';

/** The id of what is said once about Message Customer. */
export const RESERVE_HINT = 'reserve-hint';

/**
 * A request that a developer can take, in one line on wide screens: what it is, what it is made of, its
 * files, budget and age. On phones the line folds.
 */
export const OpenRequestRow = memo(function OpenRequestRow({ ticket }: { ticket: Ticket }) {
  const { budget, stack, handover, held_cents, categories } = ticket;
  const handed = handover && handedWords({ ...handover, held_cents });
  const { title, body } = splitDescription(ticket.description);
  const files = Object.keys(ticket.files).length;
  const labels = categoryWords(categories);
  return (
    <li className="relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-3 py-2.5 hover:bg-sunken lg:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_2.5rem_minmax(0,1.6fr)_5rem_auto] lg:py-0.5">
      <h3 className="min-w-0 font-sans text-sm font-normal tracking-normal max-lg:col-span-2">
        <Link
          {...{ [ROW_LINK]: '' }}
          to={paths.plan('developer', ticket.id)}
          title={`${ticket.title}\n${title}`}
          className="flex min-w-0 items-baseline gap-2 after:absolute after:inset-0 max-lg:flex-col max-lg:gap-0"
        >
          <span dir="auto" className="max-w-full shrink-0 truncate font-medium lg:max-w-3/4">
            {title}
          </span>{' '}
          <span dir="auto" className="max-w-full min-w-0 truncate text-2xs text-ink-soft">
            {handed ? <span className="font-medium text-go-ink">{handed}</span> : body || labels}
          </span>
        </Link>
      </h3>
      {ticket.project ? (
        <ProjectLine ticketId={ticket.id} project={ticket.project} />
      ) : (
        <p className="truncate text-2xs text-ink-soft max-lg:col-start-1" title={stack || labels}>
          <bdi>{stack || labels}</bdi>
        </p>
      )}
      <div className="relative -my-2 flex max-lg:justify-self-end lg:my-0 lg:[&_button]:h-6.5">
        <ShowFilesButton ticketId={ticket.id} count={files} compact />
      </div>
      <p className="truncate text-2xs font-medium" title={budget}>
        <bdi>{budget}</bdi>
      </p>
      <RelativeTime
        at={ticket.created_at}
        className="text-2xs whitespace-nowrap text-ink-soft max-lg:justify-self-end"
      />
      <div className="relative flex justify-end gap-1.5 max-lg:col-span-2 max-lg:mt-2 max-sm:[&_button]:flex-1 max-sm:[&_button]:px-2 lg:w-61 lg:[&_:is(a,button)]:min-h-6.5 lg:[&_:is(a,button)]:px-2 lg:[&_:is(a,button)]:text-2xs">
        {ticket.mode === 'grab' && (
          <ActButton
            action="reserve"
            record={ticket}
            size="sm"
            variant="ghost"
            hintElsewhere
            aria-describedby={RESERVE_HINT}
          />
        )}
        {ticket.mode === 'quotes' ? (
          <QuoteLink ticket={ticket} />
        ) : (
          <ActButton action="grab" record={ticket} size="sm" variant="secondary" tells />
        )}
      </div>
    </li>
  );
});

/** Quotes are written beside the request and its plan. */
function QuoteLink({ ticket }: { ticket: Ticket }) {
  const { mine = false, count = 0 } = ticket.quotes ?? {};
  return (
    <>
      <span className="self-center text-2xs whitespace-nowrap text-ink-soft">
        {count} of {MAX_QUOTES} quotes
      </span>
      <Button asChild size="sm" variant="secondary">
        <Link to={paths.plan('developer', ticket.id)}>
          {mine ? 'Your Quote' : acts.quote.label}
        </Link>
      </Button>
    </>
  );
}
