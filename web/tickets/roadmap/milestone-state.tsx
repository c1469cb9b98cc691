import type { Milestone } from '#domain/milestone.ts';
import { paymentWords } from '#domain/record-money.ts';
import { refusals } from '#domain/refusals.ts';
import { clockInWords } from '#domain/timer-words.ts';
import { localZoned } from '../../ui/local-time.ts';
import { MilestoneBadge } from '../../ui/milestone-badge.tsx';
import { allows } from './allows.ts';
import { LateMark } from './late-mark.tsx';
import { datesInWords, mainDate } from './milestone-dates.ts';
import { usePlan } from './plan-context.ts';

interface MilestoneStateProps {
  milestone: Milestone;
  /** Shows all dates instead of the one that matters now. */
  allDates?: boolean;
}

/** Progress, due date and money. */
export function MilestoneState({ milestone, allDates = false }: MilestoneStateProps) {
  const { primary, ticket } = usePlan();
  const isOver = ticket.turn.whose === 'done';
  const dates = (allDates ? datesInWords : mainDate)(milestone, isOver);
  const mine = primary?.milestoneId === milestone.id;
  const { accepts_itself_at, clock } = milestone;
  const accepts = accepts_itself_at
    ? `Approved by itself ${localZoned(new Date(accepts_itself_at))}`
    : null;
  // All dates tell of a pause that lasts, too, and since when.
  const isTold = allDates && milestone.pauses.some(({ ended_at }) => ended_at === null);
  const notes = [
    dates,
    isTold ? null : clockInWords(clock),
    accepts,
    fundingText(milestone),
    guaranteeText(milestone),
  ].filter(Boolean);
  return (
    <>
      <span className="inline-flex flex-wrap gap-1">
        <MilestoneBadge status={milestone.status} tone={mine ? 'turn' : undefined} />
        <LateMark milestone={milestone} />
      </span>
      {notes.map((note) => (
        <p
          key={note}
          className="mt-1 text-2xs whitespace-normal text-ink-soft lg:[td_&]:w-max lg:[td_&]:max-w-40"
        >
          {note}
        </p>
      ))}
    </>
  );
}

function fundingText(milestone: Milestone): string | null {
  const workable = allows(milestone, 'start') || allows(milestone, 'submit');
  if (milestone.billing_status === 'unpaid' && workable) return 'Not funded yet';
  return milestone.repairs === null ? paymentWords(milestone) : 'Free repair';
}

/** For a customer whose unblocker is gone and cannot repair. */
function guaranteeText({ guaranteed_until, actions }: Milestone): string | null {
  const reason = actions['broke-again']?.reason;
  const isGone = guaranteed_until !== null && reason === refusals.repairer_gone[1];
  return isGone ? reason : null;
}
