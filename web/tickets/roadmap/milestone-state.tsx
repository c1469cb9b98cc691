import type { Milestone } from '#domain/milestone.ts';
import { paymentWords } from '#domain/record-money.ts';
import { refusals } from '#domain/refusals.ts';
import { clockInWords } from '#domain/timer-words.ts';
import { cx } from '../../ui/cx.ts';
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

/** Progress, due date and money, and what is told of its time. */
export function MilestoneState({ milestone, allDates = false }: MilestoneStateProps) {
  const isOver = usePlan().ticket.turn.whose === 'done';
  const dates = (allDates ? datesInWords : mainDate)(milestone, isOver);
  // All dates tell of a pause that lasts, too, and since when.
  const isTold = allDates && milestone.pauses.some(({ ended_at }) => ended_at === null);
  return (
    <>
      <Badges milestone={milestone} />
      <Notes
        notes={[
          dates,
          ...timeTexts(milestone, isTold),
          fundingText(milestone),
          guaranteeText(milestone),
        ]}
      />
    </>
  );
}

/** The same in a narrow column: sentences are in `MilestoneTime`. */
export function MilestoneBrief({ milestone }: { milestone: Milestone }) {
  const isOver = usePlan().ticket.turn.whose === 'done';
  return (
    <>
      <Badges milestone={milestone} />
      <Notes notes={[mainDate(milestone, isOver), fundingText(milestone)]} narrow />
    </>
  );
}

/** Sentences about a milestone's time and guarantee. */
export function MilestoneTime({ milestone }: { milestone: Milestone }) {
  return <Notes notes={[...timeTexts(milestone, false), guaranteeText(milestone)]} />;
}

function Badges({ milestone }: { milestone: Milestone }) {
  const isMine = usePlan().primary?.milestoneId === milestone.id;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <MilestoneBadge status={milestone.status} tone={isMine ? 'turn' : undefined} />
      <LateMark milestone={milestone} />
    </span>
  );
}

interface NotesProps {
  notes: readonly (string | null)[];
  narrow?: boolean;
}

function Notes({ notes, narrow = false }: NotesProps) {
  return notes.filter(Boolean).map((note) => (
    <p
      key={note}
      className={cx(
        'mt-1 text-2xs whitespace-normal text-ink-soft',
        narrow && 'lg:w-max lg:max-w-44',
      )}
    >
      {note}
    </p>
  ));
}

function timeTexts({ clock, accepts_itself_at }: Milestone, isTold: boolean): (string | null)[] {
  return [
    isTold ? null : clockInWords(clock),
    accepts_itself_at && `Approved by itself ${localZoned(new Date(accepts_itself_at))}`,
  ];
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
