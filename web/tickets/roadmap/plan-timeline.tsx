import type { ReactNode } from 'react';
import type { Milestone } from '#domain/milestone.ts';
import { DATES_ASSUME } from '#domain/milestone-dates.ts';
import { MilestoneBadge } from '../../ui/milestone-badge.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { formatShortDay } from './dates.ts';
import { LateMark } from './late-mark.tsx';
import { datesInWords } from './milestone-dates.ts';
import { usePlan } from './plan-context.ts';
import { type Span, type Timeline, type TimelineRow, timelineOf } from './timeline.ts';

/** The plan as a chart: estimate, actual and today. The words above each bar say the same. */
export function PlanTimeline() {
  const { ticket, milestones } = usePlan();
  const isOver = ticket.turn.whose === 'done';
  const ended = isOver ? new Date(ticket.status_since) : null;
  const timeline = timelineOf(milestones, useMinute(), ended);
  if (timeline === null) return null;
  return (
    <section aria-labelledby="timeline" className="card p-5">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 id="timeline" className="text-lg">
          Timeline
        </h3>
        <Legend
          late={timeline.rows.some(({ overdue }) => overdue !== null)}
          stood={timeline.rows.some(({ pauses }) => pauses.length > 0)}
        />
      </div>
      <ol className="space-y-4">
        {milestones.map((milestone) => {
          const row = timeline.rows.find(({ id }) => id === milestone.id);
          const words = datesInWords(milestone, isOver);
          return row && <Row key={milestone.id} {...{ milestone, row, timeline, words }} />;
        })}
      </ol>
      <Axis timeline={timeline} />
      <p className="mt-4 text-2xs text-ink-soft">{DATES_ASSUME}</p>
    </section>
  );
}

interface RowProps {
  milestone: Milestone;
  row: TimelineRow;
  timeline: Timeline;
  /** Its dates. */
  words: string;
}

function Row({ milestone, row, timeline, words }: RowProps) {
  const done = milestone.status === 'ACCEPTED';
  const { primary } = usePlan();
  const mine = primary?.milestoneId === milestone.id;
  return (
    <li>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <bdi className="min-w-0 font-medium wrap-anywhere">{milestone.title}</bdi>
        <MilestoneBadge status={milestone.status} tone={mine ? 'turn' : undefined} />
        <LateMark milestone={milestone} />
        <span className="figures basis-full text-2xs text-ink-soft">{words}</span>
      </div>
      <div aria-hidden className="relative h-5 rounded-sm bg-sunken">
        <Bar span={row.estimate} look="inset-y-0.5 rounded-sm border border-dashed border-edge" />
        <Bar span={row.actual} look={`inset-y-1.5 rounded-[2px] ${done ? DONE : ACTUAL}`} />
        <Bar span={row.overdue} look={`inset-y-1.5 rounded-[2px] ${HATCHED}`} />
        {row.pauses.map((span) => (
          <Bar key={span.left} span={span} look={`inset-y-1.5 ${STOOD_STILL}`} />
        ))}
        {row.deliveries.map((at) => (
          <span
            key={at}
            className="absolute top-1/2 size-2 -translate-1/2 rotate-45 border border-surface bg-ink forced-colors:border-[Canvas] forced-colors:bg-[CanvasText]"
            style={{ left: `${at}%` }}
          />
        ))}
        <span
          className="absolute -inset-y-1 w-0 border-l-2 border-ink"
          style={{ left: `${timeline.today}%` }}
        />
      </div>
    </li>
  );
}

const DONE = 'bg-go forced-colors:bg-[CanvasText]';
const ACTUAL = 'bg-wait forced-colors:bg-[GrayText]';
const HATCHED =
  'bg-surface bg-[repeating-linear-gradient(135deg,var(--harm)_0_4px,transparent_4px_7px)] forced-color-adjust-none';

const STOOD_STILL = 'border border-wait bg-surface';

/** Visible, however short. */
function Bar({ span, look }: { span: Span | null; look: string }) {
  if (span === null) return null;
  return (
    <span
      className={`absolute min-w-1.5 ${look}`}
      style={{ left: `${span.left}%`, width: `${span.width}%` }}
    />
  );
}

/** Today's label leans inwards at both ends. */
function Axis({ timeline: { from, to, today } }: { timeline: Timeline }) {
  const near = { start: today < 24, end: today > 76 };
  return (
    <div aria-hidden className="figures relative mt-2 h-8 text-2xs text-ink-soft">
      <span
        className="absolute top-0 font-semibold whitespace-nowrap text-ink"
        style={
          near.end
            ? { right: `${100 - today}%` }
            : { left: `${today}%`, ...(!near.start && { transform: 'translateX(-50%)' }) }
        }
      >
        Today
      </span>
      <span className="absolute bottom-0 left-0">{formatShortDay(from)}</span>
      <span className="absolute right-0 bottom-0">{formatShortDay(to)}</span>
    </div>
  );
}

function Legend({ late, stood }: { late: boolean; stood: boolean }) {
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-2xs text-ink-soft">
      <Key look="h-3 w-5 rounded-sm border border-dashed border-edge">Estimate</Key>
      <Key look={`h-2 w-5 rounded-[2px] ${ACTUAL}`}>Actual</Key>
      <Key look={`h-2 w-5 rounded-[2px] ${DONE}`}>Done</Key>
      {stood && <Key look={`h-2 w-5 ${STOOD_STILL}`}>Stood still</Key>}
      {late && <Key look={`h-2 w-5 rounded-[2px] ${HATCHED}`}>Late</Key>}
      <Key look="size-2 rotate-45 bg-ink forced-colors:bg-[CanvasText]">Delivery</Key>
    </p>
  );
}

function Key({ look, children }: { look: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className={look} />
      {children}
    </span>
  );
}
