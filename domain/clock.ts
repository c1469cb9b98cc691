/**
 * The clock of a milestone: when its time runs, what pauses it, and when it is due, late, missed and
 * approved automatically. Only the times of events are stored, so that dates cannot disagree with them.
 * Source: product decisions, "A fair clock"; docs/decisions/0064-a-fair-clock.md.
 */
import {
  ACCEPTS_AFTER_DAYS,
  MISSED_AFTER_DAYS,
  MORE_TIME_DAYS,
  PLAN_WITHIN_HOURS,
  REVIEW_TOLD_DAYS,
  START_WITHIN_HOURS,
} from './limits.ts';
import type { MilestoneStatus } from './milestone-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './milliseconds.ts';
import type { Side } from './relation.ts';
import { isFinal, type TicketStatus } from './ticket-status.ts';
import { addWorking, lastDay, workingBetween } from './working-days.ts';

/** Estimated hours of work per working day. */
export const PRODUCTIVE_HOURS_A_DAY = 6;
/** Shares of a milestone's time, in percent, at which its developer is reminded. */
export const REMIND_AT_PERCENT = [50, 80, 100] as const;
/** No automatic approval sooner than this after the last notice to its customer. */
const TOLD_BEFORE_MS = 23 * HOUR_MS;

/** Why the time of a request is paused; the first that applies. */
const pauses = {
  moderator: 'a moderator has the request',
  cancellation: 'a proposal to cancel is open',
  change: 'a change of the plan is open',
  question: 'a question waits for its answer',
  review: 'the work is being reviewed',
} as const;
export type PauseReason = keyof typeof pauses;
export const PAUSE_REASONS = Object.keys(pauses) as [PauseReason, ...PauseReason[]];

/** Words for the reason in `clock`: why no time runs. */
export const clockWords: Readonly<Record<string, string>> = {
  ...pauses,
  not_paid: 'it is not paid',
  not_started: 'it is not started',
  accepted: 'it is accepted',
  ended: 'the request has ended',
};

/** A pause of a request's time, past or current. ISO 8601, UTC. */
export interface Pause {
  reason: PauseReason;
  began_at: string;
  ended_at: string | null;
}

/** An unanswered question of a side. */
export interface Question {
  asked_by: Side;
  /** ISO 8601, UTC. */
  asked_at: string;
}

export const CLOCK_STATES = ['off', 'running', 'paused', 'stopped'] as const;
/** The state of a milestone's clock; the reason is one of `clockWords`. */
export interface Clock {
  state: (typeof CLOCK_STATES)[number];
  reason: string | null;
  remaining_minutes: number | null;
}

/** A milestone, as far as its clock depends on it. */
export interface ClockedWork {
  status: MilestoneStatus;
  /** Estimated time in minutes. */
  estimated_minutes: number;
  /** The first start; null before it. */
  started_at: Date | null;
  /** When its money was held; null before. No clock runs before. */
  held_at: Date | null;
  /** When the customer last sent it back. */
  sent_back_at: Date | null;
  /** A later date that its developer promised in the plan. */
  named_due_at?: Date | null;
  /** More time from its customer, and since when. */
  extended_to?: Date | null;
  extended_at?: Date | null;
  reminded_percent?: number;
  missed_at?: Date | null;
  /** Of the delivery in review; later where an address failed or a report was open since. */
  delivered_at?: Date | null;
  more_time_at?: Date | null;
}

/** A request, as far as its pauses depend on it. */
export interface ClockedRequest {
  status: TicketStatus;
  cancellation?: unknown;
  /** An unanswered change of the plan. */
  change?: unknown;
  question?: Question | null;
  pauses?: readonly Pause[];
  reminded_at?: Date | null;
}

/** Why the time of a request is paused now; null while it is not. */
export function pauseReason(request: ClockedRequest): PauseReason | null {
  const { status, cancellation, change, question } = request;
  if (status === 'REQUIRES_MOD_ASSISTANCE') return 'moderator';
  if (cancellation) return 'cancellation';
  if (change) return 'change';
  const inReview = status === 'CUSTOMER_REVIEWING_RESULTS';
  // The customer's own question stops no work; in review it stops the automatic approval.
  if (question && (question.asked_by === 'developer' || inReview)) return 'question';
  return inReview ? 'review' : null;
}

/**
 * The pauses of a request after an event: ends the last one, or adds one. The same list where nothing
 * changed.
 */
export function pausesAfter(request: ClockedRequest, now: Date): readonly Pause[] {
  const before = request.pauses ?? [];
  const reason = isFinal(request.status) ? null : pauseReason(request);
  const open = before.at(-1);
  const isOpen = open !== undefined && open.ended_at === null;
  if (isOpen ? open.reason === reason : reason === null) return before;
  const at = now.toISOString();
  const ended = isOpen ? before.with(-1, { ...open, ended_at: at }) : before;
  return reason === null ? ended : [...ended, { reason, began_at: at, ended_at: null }];
}

/** An agreed time, with its end if nothing pauses. */
interface Run {
  began: Date;
  due: Date;
}

/** Counts from the start or the payment, whichever is later; an extension starts again. */
function runOf(work: ClockedWork): Run | null {
  const { started_at, held_at, extended_at, extended_to, named_due_at } = work;
  if (started_at === null || held_at === null) return null;
  const began = latest([started_at, held_at]);
  if (extended_at && extended_to && extended_at >= began)
    return { began: extended_at, due: extended_to };
  const due = lastDay(began, workingDays(work.estimated_minutes));
  return { began, due: named_due_at ? latest([due, named_due_at]) : due };
}

/** Whole working days of an estimate, at least one. */
export function workingDays(minutes: number): number {
  return Math.max(1, Math.ceil(minutes / (PRODUCTIVE_HOURS_A_DAY * 60)));
}

/**
 * The pauses that move the date of a milestone, from when its time began. One that begins once the work is
 * missed moves nothing: its customer decides. One that goes on for another reason is judged as one.
 */
export function pausesOf(work: ClockedWork, { pauses = [] }: ClockedRequest): Pause[] {
  const run = runOf(work);
  if (!run) return [];
  const counted: Pause[] = [];
  for (const pause of pauses) {
    const from = latest([run.began, new Date(pause.began_at)]);
    if (pause.ended_at !== null && new Date(pause.ended_at) <= from) continue;
    const missed = missedAfter(dueWith(run, work, { pauses: counted, now: from }));
    const goesOn = counted.at(-1)?.ended_at === pause.began_at;
    if (goesOn || from < missed) counted.push({ ...pause, began_at: from.toISOString() });
  }
  return counted;
}

/** Working time that pauses have taken so far, in milliseconds. */
function pausedMs(pauses: readonly Pause[], now: Date): number {
  return pauses.reduce((sum, { began_at, ended_at }) => {
    const to = earliest([now, ended_at === null ? now : new Date(ended_at)]);
    return sum + Math.max(0, workingBetween(new Date(began_at), to));
  }, 0);
}

/**
 * When a milestone is due. Pauses, including a current one, move it by the working time that they took,
 * in whole minutes, so that a day stays the same where a delivery is answered at once. Work that was
 * sent back has at least until the end of the next working day. Null before the clock has begun.
 */
export function dueAt(work: ClockedWork, request: ClockedRequest, now: Date): Date | null {
  const run = runOf(work);
  return run && dueWith(run, work, { pauses: pausesOf(work, request), now });
}

type Paused = { pauses: readonly Pause[]; now: Date };

function dueWith(run: Run, work: ClockedWork, { pauses, now }: Paused): Date {
  const paused = pausedMs(pauses, now);
  return dueAfter(run, work, paused - (paused % MINUTE_MS));
}

function dueAfter(run: Run, { sent_back_at }: ClockedWork, paused: number): Date {
  const due = addWorking(run.due, paused);
  return sent_back_at === null ? due : latest([due, lastDay(sent_back_at, 1)]);
}

/** Started, and not in review. */
export function isOwed({ status }: Pick<ClockedWork, 'status'>): boolean {
  return status === 'IN_PROGRESS' || status === 'REJECTED';
}

/** Whether the time of a milestone runs; a pause that does not move its date does not stop it. */
export function runs(work: ClockedWork, request: ClockedRequest): boolean {
  if (request.status !== 'DEVELOPER_WORKING' || !isOwed(work) || !runOf(work)) return false;
  if (pauseReason(request) === null) return true;
  return isPaused(request.pauses) && !isPaused(pausesOf(work, request));
}

function isPaused(pauses: readonly Pause[] = []): boolean {
  return pauses.at(-1)?.ended_at === null;
}

/** Due and not delivered, although its developer could. */
export function isLate(work: ClockedWork, request: ClockedRequest, now: Date): boolean {
  const due = runs(work, request) ? dueAt(work, request, now) : null;
  return due !== null && due < now;
}

/**
 * Whether paid work is missed. Unpaid work is never late. Whoever asks or proposes something after that
 * stays late.
 */
export function isMissed(work: ClockedWork, request: ClockedRequest, now: Date): boolean {
  const missed = runs(work, request) ? missedAt(work, request, now) : null;
  return missed !== null && missed <= now;
}

/** When a running milestone is missed if nothing pauses: 48 hours after its due date. */
export function missedAt(work: ClockedWork, request: ClockedRequest, now: Date): Date | null {
  const due = dueAt(work, request, now);
  return due && missedAfter(due);
}

const missedAfter = (due: Date) => new Date(due.getTime() + MISSED_AFTER_DAYS * DAY_MS);

/** Facts about time for the rules: whether a developer has let the customer wait for too long. */
export function overdue(
  request: ClockedRequest & { status_since: Date },
  plan: readonly ClockedWork[],
  now: Date,
): { plan_overdue: boolean; deadline_missed: boolean } {
  const waited = now.getTime() - planningSince(request, now).getTime();
  return {
    plan_overdue: request.status === 'DEVELOPER_PLANNING' && waited >= PLAN_WITHIN_HOURS * HOUR_MS,
    deadline_missed:
      plan.some((work) => isMissed(work, request, now)) || isStartMissed(request, plan, now),
  };
}

/**
 * Whether paid work has waited too long for its start while no other work is in progress. Whoever asks or
 * proposes something after that stays late.
 */
function isStartMissed(
  request: ClockedRequest & { status_since: Date },
  plan: readonly ClockedWork[],
  now: Date,
): boolean {
  const open = plan.filter(({ status }) => status !== 'ACCEPTED');
  const limit = new Date(now.getTime() - START_WITHIN_HOURS * HOUR_MS);
  const awaitedSince = (held_at: Date) =>
    planningSince({ ...request, status_since: latest([request.status_since, held_at]) }, now);
  return (
    request.status === 'DEVELOPER_WORKING' &&
    open.every(({ status }) => status === 'PLANNED') &&
    open.some(({ held_at }) => held_at !== null && awaitedSince(held_at) < limit)
  );
}

/** Since when a plan or start is awaited, not counting pauses; a current one counts up to `now`. */
export function planningSince(
  { status_since, pauses = [] }: { status_since: string | Date; pauses?: readonly Pause[] },
  now?: Date,
): Date {
  const since = new Date(status_since).getTime();
  const stood = pauses.reduce((sum, { began_at, ended_at }) => {
    const end = ended_at ?? now;
    if (end === undefined) return sum;
    return sum + Math.max(0, new Date(end).getTime() - Math.max(since, Date.parse(began_at)));
  }, 0);
  return new Date(since + stood);
}

/** The whole time of a milestone and the part that has passed, in working milliseconds. */
function timeOf(work: ClockedWork, request: ClockedRequest, now: Date) {
  const run = runOf(work);
  return run && timeIn(run, work, { pauses: pausesOf(work, request), now });
}

function timeIn(run: Run, work: ClockedWork, { pauses, now }: Paused) {
  const paused = pausedMs(pauses, now);
  const due = dueAfter(run, work, paused);
  return {
    total: Math.max(0, workingBetween(run.began, due) - paused),
    passed: Math.max(0, workingBetween(run.began, now) - paused),
  };
}

/** The reminder percentage that has been reached. */
export function percentPassed(work: ClockedWork, request: ClockedRequest, now: Date): number {
  const time = timeOf(work, request, now);
  const reached = REMIND_AT_PERCENT.filter(
    (percent) => time && time.passed * 100 >= time.total * percent,
  );
  return reached.at(-1) ?? 0;
}

/**
 * When this percentage of a milestone's time is reached if nothing pauses, or was. Null before its
 * clock has begun.
 */
export function percentAt(
  percent: number,
  work: ClockedWork,
  request: ClockedRequest,
  now: Date,
): Date | null {
  const run = runOf(work);
  if (!run) return null;
  const pauses = pausesOf(work, request);
  let left = (timeIn(run, work, { pauses, now }).total * percent) / 100;
  let from = run.began;
  for (const { began_at, ended_at } of pauses) {
    const began = new Date(began_at);
    const until = workingBetween(from, began);
    if (until >= left) break;
    left -= Math.max(0, until);
    from = latest([from, ended_at === null ? now : new Date(ended_at)]);
  }
  // Not a moment sooner, or the clock would find the one before it.
  return addWorking(from, Math.ceil(left));
}

/** The clock of a milestone, as the API returns it. */
export function clockOf(work: ClockedWork, request: ClockedRequest, now: Date): Clock {
  const none = { remaining_minutes: null };
  if (work.status === 'ACCEPTED') return { state: 'stopped', reason: 'accepted', ...none };
  if (isFinal(request.status)) return { state: 'stopped', reason: 'ended', ...none };
  const time = timeOf(work, request, now);
  if (!time) {
    const reason = work.held_at === null ? 'not_paid' : 'not_started';
    return { state: 'off', reason, ...none };
  }
  const remaining_minutes = Math.ceil(Math.max(0, time.total - time.passed) / MINUTE_MS);
  const reason = runs(work, request) ? null : pauseReason(request);
  return { state: reason === null ? 'running' : 'paused', reason, remaining_minutes };
}

/**
 * Since when a paid delivery waits for its customer: since the delivery, the payment, or the end of the
 * last pause. Null for what is not in review, or not paid.
 */
export function quietSince(work: ClockedWork, { pauses = [] }: ClockedRequest): Date | null {
  const { status, delivered_at, held_at } = work;
  if (status !== 'IN_REVIEW' || !delivered_at || held_at === null) return null;
  const ended = pauses.flatMap(({ reason, ended_at }) =>
    reason === 'review' || ended_at === null ? [] : [new Date(ended_at)],
  );
  return latest([delivered_at, held_at, ...ended]);
}

/** After how many days of silence its customer is told again that it will be approved. */
export function toldAfterDays({ more_time_at }: ClockedWork): number[] {
  const again = ACCEPTS_AFTER_DAYS + MORE_TIME_DAYS - 1;
  return more_time_at ? [...REVIEW_TOLD_DAYS, again] : [...REVIEW_TOLD_DAYS];
}

/** Whether its customer has had the last notice of the automatic approval. */
export function wasTold(work: ClockedWork, request: ClockedRequest): boolean {
  const since = quietSince(work, request);
  const days = toldAfterDays(work).at(-1) ?? 0;
  const { reminded_at } = request;
  return Boolean(since && reminded_at && reminded_at.getTime() >= since.getTime() + days * DAY_MS);
}

/** When a paid delivery is approved automatically if its customer does nothing. */
export function acceptsItselfAt(work: ClockedWork, request: ClockedRequest): Date | null {
  const since = quietSince(work, request);
  if (!since) return null;
  const days = ACCEPTS_AFTER_DAYS + (work.more_time_at ? MORE_TIME_DAYS : 0);
  const at = new Date(since.getTime() + days * DAY_MS);
  const { reminded_at } = request;
  // A notice before the last one is older than that, and moves nothing.
  return reminded_at ? latest([at, new Date(reminded_at.getTime() + TOLD_BEFORE_MS)]) : at;
}

export function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

function earliest(moments: readonly Date[]): Date {
  return new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
