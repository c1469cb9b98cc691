/**
 * The clock of a milestone: when its time runs, what stops it, and when it is due, late, missed and
 * accepted by itself. Nothing is stored but when things happened, so that dates cannot drift from them.
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

/** What gets done of an estimate on one working day, in hours. */
export const PRODUCTIVE_HOURS_A_DAY = 6;
/** At how much of a milestone's time whoever works on it is reminded, in percent. */
export const REMIND_AT_PERCENT = [50, 80, 100] as const;
/** Nothing is accepted sooner than this after its customer was last told that it would be. */
const TOLD_BEFORE_MS = 23 * HOUR_MS;

/** Why the time of a request stands still, by the first that is the case. */
const pauses = {
  moderator: 'a moderator has the request',
  cancellation: 'a proposal to cancel is open',
  change: 'a change of the plan is open',
  question: 'a question waits for its answer',
  review: 'the work is being reviewed',
} as const;
export type PauseReason = keyof typeof pauses;
export const PAUSE_REASONS = Object.keys(pauses) as [PauseReason, ...PauseReason[]];

/** Why no time runs, in words, by the reason in `clock`. */
export const clockWords: Readonly<Record<string, string>> = {
  ...pauses,
  not_paid: 'it is not paid',
  not_started: 'it is not started',
  accepted: 'it is accepted',
  ended: 'the request has ended',
};

/** A while in which the time of a request stood still, or does. ISO 8601, UTC. */
export interface Pause {
  reason: PauseReason;
  began_at: string;
  ended_at: string | null;
}

/** What a side has asked that needs an answer, and nobody has answered. */
export interface Question {
  asked_by: Side;
  /** ISO 8601, UTC. */
  asked_at: string;
}

export const CLOCK_STATES = ['off', 'running', 'paused', 'stopped'] as const;
/** How the time of a milestone stands; the reason is one of `clockWords`. */
export interface Clock {
  state: (typeof CLOCK_STATES)[number];
  reason: string | null;
  remaining_minutes: number | null;
}

/** Of a milestone, all that its clock depends on. */
export interface ClockedWork {
  status: MilestoneStatus;
  /** Estimated time in minutes. */
  estimated_minutes: number;
  /** The first start; null while nobody has begun. */
  started_at: Date | null;
  /** When its money came; null while none is held for it. No clock runs before. */
  held_at: Date | null;
  /** When it was last sent back by the customer. */
  sent_back_at: Date | null;
  /** A later date that its developer has promised in the plan. */
  named_due_at?: Date | null;
  /** Until when its customer gives it more time, and since when. */
  extended_to?: Date | null;
  extended_at?: Date | null;
  reminded_percent?: number;
  missed_at?: Date | null;
  /** Of what was handed in and waits for its review. */
  delivered_at?: Date | null;
  more_time_at?: Date | null;
}

/** Of a request, all that says whether its time stands still. */
export interface ClockedRequest {
  status: TicketStatus;
  cancellation?: unknown;
  /** A change of the plan is proposed and not answered. */
  change?: unknown;
  question?: Question | null;
  pauses?: readonly Pause[];
  reminded_at?: Date | null;
}

/** Why the time of a request stands still now; null while it runs, where it runs at all. */
export function pauseReason(request: ClockedRequest): PauseReason | null {
  const { status, cancellation, change, question } = request;
  if (status === 'REQUIRES_MOD_ASSISTANCE') return 'moderator';
  if (cancellation) return 'cancellation';
  if (change) return 'change';
  const inReview = status === 'CUSTOMER_REVIEWING_RESULTS';
  // The customer's own question stops no work; in review it stops what would accept it.
  if (question && (question.asked_by === 'developer' || inReview)) return 'question';
  return inReview ? 'review' : null;
}

/**
 * The pauses of a request after something happened to it: one that is over has its end, one that
 * begins is the last. The same list where nothing changed.
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

/** One stretch of time that was agreed on, and its last moment if nothing pauses. */
interface Run {
  began: Date;
  due: Date;
}

/** Counts from the start or from the payment, whichever is later; an extension counts anew. */
function runOf(work: ClockedWork): Run | null {
  const { started_at, held_at, extended_at, extended_to, named_due_at } = work;
  if (started_at === null || held_at === null) return null;
  const began = latest([started_at, held_at]);
  if (extended_at && extended_to && extended_at >= began)
    return { began: extended_at, due: extended_to };
  const due = lastDay(began, workingDays(work.estimated_minutes));
  return { began, due: named_due_at ? latest([due, named_due_at]) : due };
}

/** Whole working days of an estimate; even a minute of work has one. */
export function workingDays(minutes: number): number {
  return Math.max(1, Math.ceil(minutes / (PRODUCTIVE_HOURS_A_DAY * 60)));
}

/** When the time of a milestone stood still: only what had begun could. */
export function pausesOf(work: ClockedWork, { pauses = [] }: ClockedRequest): Pause[] {
  const { started_at, held_at } = work;
  if (started_at === null || held_at === null) return [];
  const began = latest([started_at, held_at]).toISOString();
  return pauses
    .filter(({ ended_at }) => ended_at === null || ended_at > began)
    .map((pause) => (pause.began_at < began ? { ...pause, began_at: began } : pause));
}

/** The working time of a run that pauses have taken so far, in milliseconds. */
function pausedMs({ began }: Run, { pauses = [] }: ClockedRequest, now: Date): number {
  return pauses.reduce((sum, pause) => {
    const from = latest([began, new Date(pause.began_at)]);
    const to = earliest([now, pause.ended_at === null ? now : new Date(pause.ended_at)]);
    return sum + Math.max(0, workingBetween(from, to));
  }, 0);
}

/**
 * When a milestone is due: pauses move it by the working time that they took, in whole minutes, one
 * that lasts up to now: a day stays one where a delivery is answered at once. Work that is sent back
 * has at least until the end of the next working day. Null before the clock has begun.
 */
export function dueAt(work: ClockedWork, request: ClockedRequest, now: Date): Date | null {
  const run = runOf(work);
  if (!run) return null;
  const paused = pausedMs(run, request, now);
  return dueAfter(run, work, paused - (paused % MINUTE_MS));
}

function dueAfter(run: Run, { sent_back_at }: ClockedWork, paused: number): Date {
  const due = addWorking(run.due, paused);
  return sent_back_at === null ? due : latest([due, lastDay(sent_back_at, 1)]);
}

/** Started, and not in the customer's hands. */
export function isOwed({ status }: Pick<ClockedWork, 'status'>): boolean {
  return status === 'IN_PROGRESS' || status === 'REJECTED';
}

/** Whether the time of a milestone runs. */
export function runs(work: ClockedWork, request: ClockedRequest): boolean {
  return (
    request.status === 'DEVELOPER_WORKING' &&
    isOwed(work) &&
    runOf(work) !== null &&
    pauseReason(request) === null
  );
}

/** It is due and has not been handed in, though its developer could. */
export function isLate(work: ClockedWork, request: ClockedRequest, now: Date): boolean {
  const due = runs(work, request) ? dueAt(work, request, now) : null;
  return due !== null && due < now;
}

/** Whether work that is paid for is so long past its date. What nobody has funded is not late. */
export function isMissed(work: ClockedWork, request: ClockedRequest, now: Date): boolean {
  const missed = runs(work, request) ? missedAt(work, request, now) : null;
  return missed !== null && missed <= now;
}

/** When a milestone whose time runs is missed, as long as nothing pauses: 48 hours of work past its date. */
export function missedAt(work: ClockedWork, request: ClockedRequest, now: Date): Date | null {
  const due = dueAt(work, request, now);
  return due && addWorking(due, MISSED_AFTER_DAYS * DAY_MS);
}

/** What the rules ask about time: whether an unblocker has let the customer wait for too long. */
export function overdue(
  request: ClockedRequest & { status_since: Date },
  plan: readonly ClockedWork[],
  now: Date,
): { plan_overdue: boolean; deadline_missed: boolean } {
  const waited = now.getTime() - planningSince(request).getTime();
  return {
    plan_overdue: request.status === 'DEVELOPER_PLANNING' && waited >= PLAN_WITHIN_HOURS * HOUR_MS,
    deadline_missed:
      plan.some((work) => isMissed(work, request, now)) || isStartMissed(request, plan, now),
  };
}

/** Whether paid work waits for so long for its start, while nothing else is at work. */
function isStartMissed(
  request: ClockedRequest & { status_since: Date },
  plan: readonly ClockedWork[],
  now: Date,
): boolean {
  const open = plan.filter(({ status }) => status !== 'ACCEPTED');
  const limit = new Date(now.getTime() - START_WITHIN_HOURS * HOUR_MS);
  return (
    request.status === 'DEVELOPER_WORKING' &&
    pauseReason(request) === null &&
    planningSince(request) < limit &&
    open.every(({ status }) => status === 'PLANNED') &&
    open.some(({ held_at }) => held_at !== null && held_at < limit)
  );
}

/** Since when a plan, or a start, is awaited: what time stood still meanwhile does not count. */
export function planningSince({
  status_since,
  pauses = [],
}: {
  status_since: string | Date;
  pauses?: readonly Pause[];
}): Date {
  const since = new Date(status_since).getTime();
  const stood = pauses.reduce((sum, { began_at, ended_at }) => {
    if (ended_at === null) return sum;
    return sum + Math.max(0, Date.parse(ended_at) - Math.max(since, Date.parse(began_at)));
  }, 0);
  return new Date(since + stood);
}

/** How much time a milestone has in all, and how much of it has passed, in working milliseconds. */
function timeOf(work: ClockedWork, request: ClockedRequest, now: Date) {
  const run = runOf(work);
  if (!run) return null;
  const paused = pausedMs(run, request, now);
  const due = dueAfter(run, work, paused);
  return {
    total: Math.max(0, workingBetween(run.began, due) - paused),
    passed: Math.max(0, workingBetween(run.began, now) - paused),
  };
}

/** How much of a milestone's time has passed, in the percents that somebody is reminded at. */
export function percentPassed(work: ClockedWork, request: ClockedRequest, now: Date): number {
  const time = timeOf(work, request, now);
  const reached = REMIND_AT_PERCENT.filter(
    (percent) => time && time.passed * 100 >= time.total * percent,
  );
  return reached.at(-1) ?? 0;
}

/**
 * When so much of a milestone's time will have passed, as long as nothing pauses, and when it had.
 * Null before its clock has begun.
 */
export function percentAt(
  percent: number,
  work: ClockedWork,
  request: ClockedRequest,
  now: Date,
): Date | null {
  const run = runOf(work);
  const time = timeOf(work, request, now);
  if (!run || !time) return null;
  let left = (time.total * percent) / 100;
  let from = run.began;
  for (const { began_at, ended_at } of request.pauses ?? []) {
    const began = new Date(began_at);
    const until = workingBetween(from, began);
    if (until >= left) break;
    left -= Math.max(0, until);
    from = latest([from, ended_at === null ? now : new Date(ended_at)]);
  }
  return addWorking(from, Math.round(left));
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
  const reason = pauseReason(request);
  return { state: reason === null ? 'running' : 'paused', reason, remaining_minutes };
}

/**
 * Since when a delivered, paid milestone has been left alone: the delivery, the payment, or the end
 * of what last stood in the way of accepting it. Null for what is not in review, or not paid.
 */
export function quietSince(work: ClockedWork, { pauses = [] }: ClockedRequest): Date | null {
  const { status, delivered_at, held_at } = work;
  if (status !== 'IN_REVIEW' || !delivered_at || held_at === null) return null;
  const ended = pauses.flatMap(({ reason, ended_at }) =>
    reason === 'review' || ended_at === null ? [] : [new Date(ended_at)],
  );
  return latest([delivered_at, held_at, ...ended]);
}

/** After how many days of silence its customer is told again that it will be accepted. */
export function toldAfterDays({ more_time_at }: ClockedWork): number[] {
  const again = ACCEPTS_AFTER_DAYS + MORE_TIME_DAYS - 1;
  return more_time_at ? [...REVIEW_TOLD_DAYS, again] : [...REVIEW_TOLD_DAYS];
}

/** Whether its customer was told for the last time that it will be accepted by itself. */
export function wasTold(work: ClockedWork, request: ClockedRequest): boolean {
  const since = quietSince(work, request);
  const days = toldAfterDays(work).at(-1) ?? 0;
  const { reminded_at } = request;
  return Boolean(since && reminded_at && reminded_at.getTime() >= since.getTime() + days * DAY_MS);
}

/** When a delivered, paid milestone is accepted by itself if its customer leaves it alone. */
export function acceptsItselfAt(work: ClockedWork, request: ClockedRequest): Date | null {
  const since = quietSince(work, request);
  if (!since) return null;
  const days = ACCEPTS_AFTER_DAYS + (work.more_time_at ? MORE_TIME_DAYS : 0);
  const at = new Date(since.getTime() + days * DAY_MS);
  const { reminded_at } = request;
  return reminded_at && wasTold(work, request)
    ? latest([at, new Date(reminded_at.getTime() + TOLD_BEFORE_MS)])
    : at;
}

export function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

function earliest(moments: readonly Date[]): Date {
  return new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
