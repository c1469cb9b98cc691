import { Link } from 'react-router';
import { firstHourCharge } from '#domain/first-hour.ts';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { PROGRESS_STEPS } from '#domain/ticket-status.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { TraceLinks } from '../../code/trace-links.tsx';
import { cx } from '../../ui/cx.ts';
import { Fact } from '../../ui/fact.tsx';
import { NewUnblocker } from '../../ui/new-unblocker.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Rating } from '../../ui/rating.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { NAME_MISSING } from '../counterpart.ts';
import { RequestFacts } from '../request-facts.tsx';
import { TimerLine } from '../timer-line.tsx';
import { TurnWords, turnTones } from '../turn-words.tsx';
import { WaitingLine } from '../waiting-line.tsx';
import { LongText } from './long-text.tsx';
import { usePlan } from './plan-context.ts';

/** Whose turn it is, and the request. */
export function RequestDetails() {
  const { ticket } = usePlan();
  const { title, body } = splitDescription(ticket.description);
  return (
    <section aria-label="Request details" className="card overflow-hidden">
      <Turn ticket={ticket} />
      <div className="space-y-4 p-5">
        <div>
          <p className="mb-1 font-mono text-2xs text-ink-soft">{ticket.title}</p>
          <h2 dir="auto" className="text-xl leading-snug break-words">
            {title}
          </h2>
        </div>
        {body && <LongText text={body} />}
        <TraceLinks ticketId={ticket.id} text={ticket.description} />
        <Facts ticket={ticket} />
      </div>
    </section>
  );
}

function Turn({ ticket }: { ticket: Ticket }) {
  const { whose } = ticket.turn;
  const mine = whose === 'mine';
  const running = PROGRESS_STEPS.includes(ticket.status);
  return (
    <div
      className={cx('space-y-4 border-b border-line px-5 py-4', mine ? 'bg-turn-soft' : 'bg-paper')}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0">
          <TurnWords ticket={ticket} className="text-lg" />
          <TimerLine ticket={ticket} className="mt-1.5 text-sm" />
          <WaitingLine ticket={ticket} />
          <FirstHourCharge />
        </div>
        {/* On a ground of its own colour a badge needs an edge. */}
        <span
          className={cx('inline-flex max-w-full shrink-0 rounded-sm', mine && 'ring-1 ring-turn')}
        >
          <StatusBadge status={ticket.status} tone={mine ? 'turn' : undefined} />
        </span>
      </div>
      {running && <ProgressLine status={ticket.status} tone={turnTones[whose]} />}
    </div>
  );
}

/** The sentence names the price; a new customer pays less. */
function FirstHourCharge() {
  const { primary, milestones } = usePlan();
  const milestone = milestones.find(({ id }) => id === primary?.milestoneId);
  const words = primary?.action === 'checkout' && milestone && firstHourCharge(milestone);
  return words && <p className="mt-1 text-sm">{words}</p>;
}

function Facts({ ticket }: { ticket: Ticket }) {
  const { counterpart, developer_id } = ticket;
  return (
    <dl className="grid gap-x-6 gap-y-3 border-t border-line pt-4 text-sm sm:grid-cols-3 [&_dd]:font-medium">
      <RequestFacts {...ticket} />
      {!counterpart && developer_id !== null && <Fact term="Unblocker">{NAME_MISSING}</Fact>}
      {counterpart && (
        <Fact term={ticket.relation === 'customer' ? 'Unblocker' : 'Customer'}>
          {counterpart.full_name}{' '}
          <Rating
            average={counterpart.rating_average}
            count={counterpart.rating_count}
            className="text-2xs font-normal"
          />
          {ticket.actions.message?.allowed && (
            <>
              {' · '}
              <Link to={paths.discussion(ticket.id)} className="link">
                Discussion
              </Link>
            </>
          )}
          <NewUnblocker
            finished={counterpart.first_requests}
            className="mt-1 w-full text-2xs font-normal text-ink-soft"
          />
        </Fact>
      )}
    </dl>
  );
}
