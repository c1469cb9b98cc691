import type { ReactNode } from 'react';
import type { Quote } from '#domain/quote.ts';
import { describeWorkTime } from '#domain/work-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Money } from '../../ui/money.tsx';
import { NewUnblocker } from '../../ui/new-unblocker.tsx';
import { Rating } from '../../ui/rating.tsx';
import { formatDay } from '../roadmap/dates.ts';
import { LongText } from '../roadmap/long-text.tsx';
import { QuoteTalk } from './quote-talk.tsx';
import { WordsActs } from './words-acts.tsx';

interface QuoteCardProps {
  quote: Quote;
  /** What can be done with it. */
  children: ReactNode;
}

/** A quote; beside others its parts are in line with theirs. */
export function QuoteCard({ quote, children }: QuoteCardProps) {
  const { developer, milestones, message } = quote;
  return (
    <li
      aria-label={`Quote of ${developer.full_name}`}
      className="card grid min-w-0 grid-cols-1 gap-4 p-5 lg:row-span-6 lg:grid-rows-subgrid"
    >
      <Author quote={quote} />
      <Figures quote={quote} />
      <div>
        <LongText text={message} />
        {quote.is_hidden && quote.is_mine && (
          <p className="text-2xs text-harm-ink">A moderator has hidden these words.</p>
        )}
        <WordsActs quote={quote} actions={quote.actions} />
      </div>
      <ol aria-label="Milestones" className="space-y-3 border-t border-line pt-4 text-sm">
        {milestones.map((milestone) => (
          <PlannedPart key={milestone.id} milestone={milestone} />
        ))}
      </ol>
      <QuoteTalk quote={quote} />
      <div className="flex flex-wrap items-end justify-end gap-2 self-end">{children}</div>
    </li>
  );
}

/** What is known about its author. */
function Author({ quote: { developer, record } }: { quote: Quote }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={developer.full_name} src={developer.profile_image_url} size={40} />
      <div className="min-w-0">
        <h3 className="truncate text-base font-semibold">{developer.full_name}</h3>
        <p className="flex flex-wrap items-baseline gap-x-2 text-2xs text-ink-soft">
          <Rating average={developer.rating_average} count={developer.rating_count} />
          {developer.first_requests === null && <span>{finishedWords(record.finished)}</span>}
          <NewUnblocker finished={developer.first_requests} />
        </p>
      </div>
    </div>
  );
}

function finishedWords(finished: number): string {
  if (finished === 0) return 'New here';
  return finished === 1 ? '1 request finished' : `${finished} requests finished`;
}

function Figures({ quote }: { quote: Quote }) {
  const { total_cents, total_minutes, done_by } = quote;
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
      <dt className="text-ink-soft">Price</dt>
      <dd className="text-end text-lg font-semibold">
        <Money cents={total_cents} />
      </dd>
      <dt className="text-ink-soft">Work</dt>
      <dd className="figures text-end">{describeWorkTime(total_minutes)}</dd>
      {done_by && (
        <>
          <dt className="text-ink-soft">Done by</dt>
          <dd className="text-end" title="If work begins now">
            {formatDay(done_by)}
          </dd>
        </>
      )}
    </dl>
  );
}

function PlannedPart({ milestone }: { milestone: Quote['milestones'][number] }) {
  const { title, description, estimated_minutes, cost_cents, checks } = milestone;
  return (
    <li className="space-y-1">
      <p className="flex items-baseline justify-between gap-3">
        <b dir="auto" className="min-w-0 wrap-anywhere">
          {title}
        </b>
        <span className="figures shrink-0 text-ink-soft">
          {describeWorkTime(estimated_minutes)} · <Money cents={cost_cents} />
        </span>
      </p>
      <p dir="auto" className="line-clamp-3 wrap-anywhere text-ink-soft" title={description}>
        {description}
      </p>
      <ul aria-label="Done When" className="list-disc space-y-0.5 pl-5 text-2xs">
        {checks.map(({ text }, index) => (
          <li key={index} dir="auto" className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </li>
  );
}
