import type { Delivery, Milestone } from '#domain/milestone.ts';
import { DAY_MS } from '#domain/milliseconds.ts';

type Dates = 'started_at' | 'held_at' | 'due_at' | 'expected_at';
interface Dated extends Pick<Milestone, 'id' | 'status' | Dates> {
  deliveries: readonly Pick<Delivery, 'submitted_at'>[];
  pauses: readonly Pick<Milestone['pauses'][number], 'began_at' | 'ended_at'>[];
}

/** A position in percent of the width. */
export interface Span {
  left: number;
  width: number;
}

export interface TimelineRow {
  id: string;
  /** From the start to the due or expected date. */
  estimate: Span | null;
  /** Time spent, up to now while it continues. */
  actual: Span | null;
  /** Pauses within it. */
  pauses: Span[];
  /** The part past the due date. */
  overdue: Span | null;
  /** Positions of deliveries. */
  deliveries: number[];
}

export interface Timeline {
  from: Date;
  to: Date;
  /** The position of today. */
  today: number;
  rows: TimelineRow[];
}

/**
 * The plan as a chart; null without any dates.
 * @param ended when the request ended, if it has: nothing continued or became late after that
 */
export function timelineOf(
  milestones: readonly Dated[],
  now: Date,
  ended: Date | null = null,
): Timeline | null {
  const lines = linesOf(milestones, (ended ?? now).getTime());
  const moments = lines.flatMap(({ start, planned, end }) =>
    [start, planned, end].filter((moment) => moment !== null),
  );
  if (moments.length === 0) return null;
  const from = startOfDay(Math.min(now.getTime(), ...moments));
  const to = Math.max(startOfDay(Math.max(now.getTime(), ...moments) - 1) + DAY_MS, from + DAY_MS);
  const at = (moment: number) => ((moment - from) / (to - from)) * 100;
  const span = (start: number, end: number): Span => ({
    left: at(start),
    width: Math.max(0, at(end) - at(start)),
  });
  return {
    from: new Date(from),
    to: new Date(to - 1),
    today: at(now.getTime()),
    rows: lines.map(({ id, start, planned, end, handedIn, stood }) => ({
      id,
      estimate: start !== null && planned !== null ? span(start, planned) : null,
      actual: start !== null && end !== null ? span(start, end) : null,
      pauses: stood.map(([began, ended]) => span(began, ended)),
      overdue: planned !== null && end !== null && end > planned ? span(planned, end) : null,
      deliveries: handedIn.map(at),
    })),
  };
}

interface Line {
  id: string;
  start: number | null;
  /** The due or expected date. */
  planned: number | null;
  /** The end of the work; now while it continues; null before it starts. */
  end: number | null;
  handedIn: number[];
  /** Pauses of the work. */
  stood: [began: number, ended: number][];
}

/** Planned work begins where the previous one is expected to end. */
function linesOf(milestones: readonly Dated[], now: number): Line[] {
  const running = milestones.filter(
    ({ status }) => status === 'IN_PROGRESS' || status === 'REJECTED',
  );
  let free = Math.max(now, ...running.map(({ due_at }) => time(due_at) ?? now));
  return milestones.map((milestone) => {
    const { id, expected_at, due_at, deliveries } = milestone;
    const started = countedFrom(milestone);
    const planned = time(due_at) ?? time(expected_at);
    const start = started ?? (planned === null ? null : free);
    if (started === null && planned !== null) free = planned;
    const rounds = started === null ? [] : deliveries;
    const handedIn = rounds.map(({ submitted_at }) => new Date(submitted_at).getTime());
    const end = started === null ? null : endOf(milestone, now);
    return { id, start, planned, end, handedIn, stood: stoodStill(milestone, started, end) };
  });
}

function stoodStill({ pauses }: Dated, start: number | null, end: number | null): Line['stood'] {
  if (start === null || end === null) return [];
  return pauses
    .map(({ began_at, ended_at }): [number, number] => [
      Math.max(start, time(began_at) ?? start),
      Math.min(end, time(ended_at) ?? end),
    ])
    .filter(([began, ended]) => ended > began);
}

/** When its time began to count; null before. */
function countedFrom({ started_at, held_at }: Dated): number | null {
  const [started, held] = [time(started_at), time(held_at)];
  return started === null || held === null ? null : Math.max(started, held);
}

/** Work ends with the approved delivery, and pauses during reviews. */
function endOf({ status, deliveries }: Dated, now: number): number {
  const handedIn = time(deliveries.at(-1)?.submitted_at ?? null);
  return handedIn !== null && (status === 'ACCEPTED' || status === 'IN_REVIEW') ? handedIn : now;
}

function time(at: string | Date | null): number | null {
  return at === null ? null : new Date(at).getTime();
}

function startOfDay(moment: number): number {
  return Math.floor(moment / DAY_MS) * DAY_MS;
}
