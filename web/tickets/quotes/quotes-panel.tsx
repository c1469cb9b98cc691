import { useState } from 'react';
import { acts } from '#domain/acts.ts';
import { MAX_QUOTES } from '#domain/limits.ts';
import type { Quote } from '#domain/quote.ts';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { LocalMoment } from '../../ui/local-moment.tsx';
import { PermittedButton } from '../../ui/permitted-button.tsx';
import { SkeletonText } from '../../ui/skeleton.tsx';
import { InPlace, PlanAct } from '../roadmap/plan-act.tsx';
import { usePlan } from '../roadmap/plan-context.ts';
import { orFail } from '../roadmap/step-failures.ts';
import { ChooseQuoteDialog } from './choose-quote-dialog.tsx';
import { QuoteCard } from './quote-card.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { useQuoteActs, useQuotes } from './use-quotes.ts';

/** On the roadmap of an open request whose customer compares quotes: all of them, or one's own. */
export function QuotesPanel() {
  const { ticket } = usePlan();
  return ticket.relation === 'customer' ? <CompareQuotes /> : <OwnQuote />;
}

/** The customer's: side by side on wide screens, one below the other on phones. */
function CompareQuotes() {
  const { ticket } = usePlan();
  const { data, isFetching, error, refetch } = useQuotes(ticket.id);
  const [choosing, setChoosing] = useState<Quote | null>(null);
  const running = data?.items.filter(({ outcome }) => outcome === null);
  const chosen = running?.find(({ id }) => id === choosing?.id);
  return (
    <section aria-labelledby="quotes" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="quotes" className="text-xl">
            Quotes
          </h2>
          <p className="mt-1 text-sm text-ink-soft">
            {running?.length ?? 0} of at most {MAX_QUOTES}
            {ticket.quotes?.until ? '' : '. No more come unless you extend the time'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <PlanAct action="extend-quotes" />
          <PlanAct action="open-for-grabbing" />
        </div>
      </div>
      {error && <ErrorBox text={errorText(error)} onRetry={refetch} />}
      {!running && !error && <SkeletonText lines={6} />}
      {running?.length === 0 && (
        <EmptyState title="No quotes yet">
          You are told by mail when one comes. Each is a plan with a price; you choose one, and pay
          nothing before.
        </EmptyState>
      )}
      {running && running.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none lg:grid-rows-[repeat(6,auto)] lg:gap-y-0">
          {running.map((quote) => (
            <QuoteCard key={quote.id} quote={quote}>
              <PermittedButton
                permission={quote.actions['choose-quote'] ?? NOT_ALLOWED}
                variant="primary"
                pending={false}
                onClick={() => setChoosing(quote)}
              >
                {acts['choose-quote'].label}
              </PermittedButton>
            </QuoteCard>
          ))}
        </ul>
      )}
      {choosing && (
        <ChooseQuoteDialog
          // One that was taken back meanwhile stays visible as it was.
          quote={chosen ?? choosing}
          isGone={running !== undefined && !chosen}
          isReading={isFetching}
          onClose={() => setChoosing(null)}
        />
      )}
    </section>
  );
}

const NOT_ALLOWED = { allowed: false, reason: null };

/** An unblocker's own quote, or the way to one. */
function OwnQuote() {
  const { ticket } = usePlan();
  const { data, error, refetch } = useQuotes(ticket.id);
  const [writing, setWriting] = useState(false);
  const mine = data?.items.find(({ outcome }) => outcome === null);
  const permission = ticket.actions.quote;
  return (
    <section aria-labelledby="quotes" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="quotes" className="text-xl">
            {mine ? 'Your Quote' : 'Quotes'}
          </h2>
          <p className="mt-1 text-sm text-ink-soft">
            The customer compares up to {MAX_QUOTES} quotes and chooses one: {ticket.quotes?.count}{' '}
            so far.{' '}
            {ticket.quotes?.until && (
              <>
                Takes quotes until <LocalMoment at={ticket.quotes.until} />.
              </>
            )}
          </p>
        </div>
        {!mine && permission && (
          <InPlace action="quote">
            {(look) => (
              <PermittedButton
                {...look}
                permission={permission}
                pending={false}
                onClick={() => setWriting(true)}
              >
                {acts.quote.label}
              </PermittedButton>
            )}
          </InPlace>
        )}
      </div>
      {error && <ErrorBox text={errorText(error)} onRetry={refetch} />}
      {mine && (
        <ul>
          <QuoteCard quote={mine}>
            <WithdrawButton quote={mine} />
            <Button onClick={() => setWriting(true)}>{acts['edit-quote'].label}</Button>
          </QuoteCard>
        </ul>
      )}
      {writing && <QuoteDialog quote={mine} onClose={() => setWriting(false)} />}
    </section>
  );
}

function WithdrawButton({ quote }: { quote: Quote }) {
  const { withdraw } = useQuoteActs();
  const confirm = useConfirm();
  const { label = '', ask, failed = '' } = acts['withdraw-quote'];
  return (
    <Button
      onClick={() =>
        confirm({
          title: ask?.title ?? label,
          text: ask?.text,
          act: label,
          danger: true,
          run: () => orFail(failed, () => withdraw(quote.id)),
        })
      }
    >
      {label}
    </Button>
  );
}
