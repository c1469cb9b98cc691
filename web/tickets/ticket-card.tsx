import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type PlanSide, paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import { ShowFilesButton } from '../files/show-files-button.tsx';
import { NewUnblocker } from '../ui/new-unblocker.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { Rating } from '../ui/rating.tsx';
import { TimerLine } from './timer-line.tsx';
import { TurnWords, turnTones } from './turn-words.tsx';

interface TicketCardProps {
  ticket: Ticket;
  /** The side whose plan it opens. */
  side: PlanSide;
  /** A small act in the corner. */
  corner?: ReactNode;
  /** The primary act, beside the turn. */
  children: ReactNode;
}

/** A request in a list. The card opens the plan; controls in it keep their own clicks. */
export function TicketCard({ ticket, side, corner, children }: TicketCardProps) {
  return (
    <li className="card relative flex min-w-0 flex-col gap-1.5 p-3 transition-colors hover:border-edge sm:gap-2">
      <div className="flex min-w-0 gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-sans tracking-normal">
            <Link
              to={paths.plan(side, ticket.id)}
              title={ticket.title}
              className="after:absolute after:inset-0 after:rounded"
            >
              <span
                dir="auto"
                className="line-clamp-2 text-sm leading-snug font-semibold wrap-anywhere text-pretty"
              >
                {splitDescription(ticket.description).title}
              </span>{' '}
              <span className="block truncate text-2xs font-normal text-ink-soft">
                <TicketTitle ticket={ticket} />
              </span>
            </Link>
          </h3>
        </div>
        <div className="relative -mt-1.5 -mr-1.5 flex empty:hidden">
          <ShowFilesButton ticketId={ticket.id} count={Object.keys(ticket.files).length} compact />
          {corner}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="max-w-full min-w-28 flex-1">
          <ProgressLine compact status={ticket.status} tone={turnTones[ticket.turn.whose]} />
        </div>
        <DeveloperRating ticket={ticket} />
      </div>
      {ticket.relation === 'customer' && (
        <NewUnblocker
          finished={ticket.counterpart?.first_requests}
          className="text-2xs text-ink-soft"
        />
      )}
      <TimerLine ticket={ticket} />
      <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex min-w-30 flex-1 items-baseline justify-between gap-x-3 gap-y-1 max-sm:flex-wrap">
          <TurnWords ticket={ticket} className="text-base" />
        </div>
        <div className="relative flex flex-wrap justify-end gap-2">{children}</div>
      </div>
    </li>
  );
}

/** For the customer: the developer and their ratings. */
function DeveloperRating({ ticket: { relation, counterpart } }: { ticket: Ticket }) {
  if (relation !== 'customer' || !counterpart?.rating_count) return null;
  return (
    <p className="flex max-w-full items-center gap-1.5 text-2xs text-ink-soft">
      <span className="min-w-0 truncate">{counterpart.full_name}</span>
      <Rating average={counterpart.rating_average} count={counterpart.rating_count} />
    </p>
  );
}

/** The short id in monospace, then the title. */
export function TicketTitle({ ticket }: { ticket: Pick<Ticket, 'id' | 'title'> }) {
  const id = `#${shortId(ticket.id)}`;
  return (
    <>
      <span className="font-mono">{id}</span>
      {ticket.title.slice(id.length)}
    </>
  );
}
